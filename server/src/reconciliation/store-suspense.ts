/** Money in suspense: every movement, and the open amounts by account and day. */
import type { SuspenseCause } from '@daftar/contract/ops-suspense';
import { anyOf } from '../ops-lists/find.ts';
import type { Mode } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { withinDays } from '../platform/lists/conditions.ts';
import type { ListSource, Sql } from '../platform/lists/page.ts';
import { containsPattern, typedText } from '../platform/lists/search.ts';
import { meaningOf } from '../platform/lists/typed.ts';

/** A movement of suspense to be recorded. */
export interface NewMovement {
  accountId: number;
  merchantId: number;
  mode: Mode;
  cause: SuspenseCause;
  batchId: number | null;
  breakId: number | null;
  reference: string;
  /** Above zero: suspense increases. */
  amountPiastres: number;
  now: Date;
}

/** Records a movement of suspense, beside its transfer in the ledger. */
export async function insertSuspense(tx: Tx, moved: NewMovement): Promise<void> {
  await tx`
    insert into reconciliation_suspense (processor_account_id, merchant_id, mode, cause, batch_id, break_id, reference,
                                         amount_piastres, moved_at)
    values (${moved.accountId}, ${moved.merchantId}, ${moved.mode}, ${moved.cause}, ${moved.batchId}, ${moved.breakId},
            ${moved.reference}, ${moved.amountPiastres}, ${moved.now})`;
}

/** Records that a break's money left suspense for `write_offs`; below zero: that it came back. */
export async function insertOfBreak(
  tx: Tx,
  { breakId, merchantId, mode }: { breakId: number; merchantId: number; mode: Mode },
  given: { cause: SuspenseCause; amountPiastres: number; now: Date },
): Promise<void> {
  await tx`
    insert into reconciliation_suspense (processor_account_id, merchant_id, mode, cause, batch_id, break_id, reference,
                                         amount_piastres, moved_at)
    select b.processor_account_id, ${merchantId}, ${mode}, ${given.cause}, l.batch_id, b.id, b.reference,
           ${-given.amountPiastres}, ${given.now}
      from reconciliation_breaks b
      left join reconciliation_lines l on l.file_id = b.file_id and l.line_no = b.line_no
     where b.id = ${breakId}`;
}

/** A movement as listed. */
export interface ListedMovement {
  id: number;
  accountId: number;
  accountName: string;
  mode: Mode;
  cause: SuspenseCause;
  fileId: number | null;
  breakId: number | null;
  reference: string;
  amountPiastres: number;
  movedAt: Date;
}

export interface MovementFilters {
  q?: string | undefined;
  account_id?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

/** Returns the source of the list of movements. */
export function movementSource(db: Db, filters: MovementFilters): ListSource {
  const conditions: Sql[] = [...withinDays(db, filters.date_from, filters.date_to, 't.moved_at')];
  if (filters.account_id !== undefined) conditions.push(db`t.processor_account_id = ${filters.account_id}`);
  if (typedText(filters.q ?? '') !== '') {
    const { piastres } = meaningOf(filters.q!);
    conditions.push(
      anyOf(db, [
        db`search_key(t.reference) like ${containsPattern(filters.q!)}`,
        ...(piastres === null ? [] : [db`abs(t.amount_piastres) = ${piastres}`]),
      ]),
    );
  }
  return {
    table: 'reconciliation_suspense',
    scope: db`true`,
    filters: conditions,
    sort: { expression: 't.moved_at' },
    columns: db`
      t.id, t.processor_account_id as "accountId", t.mode, t.cause, t.break_id as "breakId", t.reference,
      (select a.name from processor_accounts a where a.id = t.processor_account_id) as "accountName",
      (select b.file_id from reconciliation_batches b where b.id = t.batch_id) as "fileId",
      t.amount_piastres as "amountPiastres", t.moved_at as "movedAt"`,
  };
}

/** The amount in suspense for an account since a day. */
export interface OpenSuspense {
  accountId: number;
  accountName: string;
  mode: Mode;
  /** `YYYY-MM-DD`, in Cairo. */
  day: string;
  amountPiastres: number;
}

/**
 * Lists the amounts in suspense by account and starting day: unknown lines of booked batches, and deposits that
 * differ from their batch, less their write-offs.
 */
export function listOpenSuspense(db: Db): Promise<OpenSuspense[]> {
  return db<OpenSuspense[]>`
    with open as (
      select f.processor_account_id as account, b.booked_at as at,
             b.received_piastres - b.net_piastres + coalesce((
               select sum(l.net_piastres) from reconciliation_lines l
                where l.file_id = b.file_id and l.batch_id = b.id and l.item is null and l.kind <> 'fee'), 0) as amount
        from reconciliation_batches b
        join reconciliation_files f on f.id = b.file_id
       where b.booked_at is not null
      union all
      select k.processor_account_id, coalesce(t.booked_at, k.opened_at), -w.amount_piastres
        from reconciliation_write_offs w
        join reconciliation_breaks k on k.id = w.break_id
        left join reconciliation_lines l on l.file_id = k.file_id and l.line_no = k.line_no
        left join reconciliation_batches t on t.id = l.batch_id
       where w.account = 'suspense' and w.undone_at is null)
    select a.id as "accountId", a.name as "accountName", a.mode, (o.at at time zone 'Africa/Cairo')::date::text as day,
           sum(o.amount)::bigint as "amountPiastres"
      from open o join processor_accounts a on a.id = o.account
     group by 1, 2, 3, 4 having sum(o.amount) <> 0
     order by a.name, a.id, 4`;
}

/** Returns the amount in suspense for an account before a moment, in piastres. */
export async function suspenseBefore(db: Db, accountId: number, before: Date): Promise<number> {
  const [row] = await db<[{ amount: number }]>`
    select coalesce(sum(amount_piastres), 0)::bigint as amount from reconciliation_suspense
     where processor_account_id = ${accountId} and moved_at < ${before}`;
  return row.amount;
}
