import { type BreakDetails, type BreakState, NOBODY } from '@daftar/contract/ops-reconciliation';
import type { BreakKind } from '@daftar/contract/ops-settlement-lines';
import type { Paging } from '@daftar/contract/paging';
import { anyOf, type Found } from '../ops-lists/find.ts';
import type { Mode } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { withinDays } from '../platform/lists/conditions.ts';
import type { ListSource, Sql } from '../platform/lists/page.ts';
import { prefixPattern, typedText } from '../platform/lists/search.ts';
import type { ListedLine } from './store-lines.ts';
import { lock } from './store-locks.ts';

/** A break as listed. */
export interface ListedBreak {
  id: number;
  kind: BreakKind;
  state: BreakState;
  /** Null: a break of a bank line. */
  accountId: number | null;
  accountName: string;
  mode: Mode;
  bankAccountId: number | null;
  bankAccountName: string | null;
  amountPiastres: number;
  currency: string;
  reference: string;
  owner: string | null;
  openedAt: Date;
}

/** The payment of a break. */
interface Payment {
  merchantId: number;
  merchantName: string;
  id: number;
  reference: string;
}

export interface FullBreak extends ListedBreak {
  fileId: number | null;
  fileName: string | null;
  lineNo: number | null;
  bankLine: { id: number; fileId: number } | null;
  payment: Payment | null;
  suggestion: Payment | null;
  endedAs: BreakDetails['ended_as'];
  /** The explanation written by an operator. */
  resolution: string | null;
  closedAt: Date | null;
  closedBy: string | null;
}

const breakColumns = (db: Db) => db`
  t.id, t.kind, t.state, t.processor_account_id as "accountId",
  (select a.name from processor_accounts a where a.id = t.processor_account_id) as "accountName",
  (select a.mode from processor_accounts a where a.id = t.processor_account_id) as mode,
  t.bank_account_id as "bankAccountId",
  (select a.name from provider_bank_accounts a where a.id = t.bank_account_id) as "bankAccountName",
  t.amount_piastres as "amountPiastres", t.currency, t.reference, t.owner, t.opened_at as "openedAt"`;

export interface BreakFilters {
  q?: string | undefined;
  is_closed?: 'yes' | 'no' | undefined;
  kind?: BreakKind | undefined;
  account_id?: number | undefined;
  owner?: string | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

/** The breaks as a list, which belongs to no merchant. */
const BREAKS = `(
  select 0::bigint as merchant_id, b.id, b.processor_account_id, b.bank_account_id, b.kind, b.state, b.amount_piastres, b.currency,
         b.reference, b.owner, b.opened_at, b.closed_at, b.merchant_id as of_merchant, b.transaction_id
    from reconciliation_breaks b)`;

const SORTS = { created_at: 't.opened_at', amount: 'abs(t.amount_piastres)' } as const;

/** Returns the condition that a break matches the typed text. */
function meant(db: Db, typed: string, { meaning, payments }: Found): Sql {
  return anyOf(db, [
    db`t.reference like ${prefixPattern(typed)}`,
    ...payments.map(({ merchantId, id }) => db`(t.of_merchant = ${merchantId} and t.transaction_id = ${id})`),
    ...(meaning.piastres === null ? [] : [db`abs(t.amount_piastres) = ${meaning.piastres}`]),
  ]);
}

/** Returns the source of the list of breaks: open ones unless closed ones are requested. */
export function breakSource(
  db: Db,
  paging: Paging<keyof typeof SORTS>,
  filters: BreakFilters,
  found: Found | null,
): ListSource {
  const conditions: Sql[] = [...withinDays(db, filters.date_from, filters.date_to, 't.opened_at')];
  if (found) conditions.push(meant(db, filters.q ?? '', found));
  if (filters.kind) conditions.push(db`t.kind = ${filters.kind}`);
  if (filters.account_id !== undefined) conditions.push(db`t.processor_account_id = ${filters.account_id}`);
  const owner = typedText(filters.owner ?? '');
  if (owner !== '') conditions.push(owner === NOBODY ? db`t.owner is null` : db`t.owner = ${owner}`);
  return {
    table: BREAKS,
    scope: filters.is_closed === 'yes' ? db`t.closed_at is not null` : db`t.closed_at is null`,
    filters: conditions,
    sort: { expression: SORTS[paging.sortBy] },
    columns: breakColumns(db),
  };
}

/** Reads a break. */
export async function findBreak(db: Db, id: number): Promise<FullBreak | undefined> {
  const [row] = await db<FullBreak[]>`
    select ${breakColumns(db)}, t.file_id as "fileId", t.line_no as "lineNo",
           (select f.name from reconciliation_files f where f.id = t.file_id) as "fileName",
           (select jsonb_build_object('id', l.id, 'fileId', l.file_id) from bank_lines l where l.id = t.bank_line_id) as "bankLine",
           payment_named(t.merchant_id, t.transaction_id) as payment,
           payment_named(t.suggested_merchant_id, t.suggested_transaction_id) as suggestion,
           t.ended_as as "endedAs", t.resolution, t.closed_at as "closedAt", t.closed_by as "closedBy"
      from reconciliation_breaks t where t.id = ${id}`;
  return row;
}

/**
 * Locks a break that is to be changed. `withAccount`: locks its account first, in the same order as bookings and
 * write-offs.
 */
export async function lockBreak(tx: Tx, id: number, withAccount = false): Promise<FullBreak | undefined> {
  const [about] = await tx<{ accountId: number | null }[]>`
    select processor_account_id as "accountId" from reconciliation_breaks where id = ${id}`;
  await lock(tx, { accountId: withAccount ? about?.accountId : null, breakId: id });
  return findBreak(tx, id);
}

export interface Note {
  actor: string;
  text: string;
  createdAt: Date;
}

/** Lists all notes of a break, oldest first. */
export function listNotes(db: Db, breakId: number): Promise<Note[]> {
  return db<Note[]>`
    select actor, text, created_at as "createdAt" from reconciliation_notes
     where break_id = ${breakId} order by id`;
}

/** Adds a note. */
export async function insertNote(tx: Tx, breakId: number, note: Note): Promise<void> {
  await tx`
    insert into reconciliation_notes (break_id, actor, text, created_at)
    values (${breakId}, ${note.actor}, ${note.text}, ${note.createdAt})`;
}

/** Sets the owner and the state of a break. */
export async function updateBreak(
  tx: Tx,
  id: number,
  { owner, state }: { owner?: string; state?: BreakState },
): Promise<void> {
  await tx`
    update reconciliation_breaks set owner = coalesce(${owner ?? null}, owner), state = coalesce(${state ?? null}, state)
     where id = ${id}`;
}

/** Assigns an open break to an operator, or to nobody. */
export async function writeOwner(tx: Tx, id: number, owner: string | null): Promise<void> {
  await tx`
    update reconciliation_breaks
       set owner = ${owner}, state = case when ${owner}::text is null and state = 'looking' then 'open' else state end
     where id = ${id}`;
}

/** Unassigns the open breaks of an operator. */
export async function releaseOf(tx: Tx, owner: string): Promise<void> {
  await tx`
    update reconciliation_breaks set owner = null, state = case state when 'looking' then 'open' else state end
     where owner = ${owner} and closed_at is null`;
}

/** Closes a break with an operator's explanation. */
export async function closeBreak(
  tx: Tx,
  id: number,
  {
    as,
    resolution,
    actor,
    now,
  }: { as: 'explained' | 'matched'; resolution: string; actor: string; now: Date },
): Promise<void> {
  await tx`
    update reconciliation_breaks
       set state = 'resolved', ended_as = ${as}, resolution = ${resolution}, closed_at = ${now}, closed_by = ${actor} where id = ${id}`;
}

/**
 * Sums up the imported files, and the open breaks by kind and age, from sums maintained as breaks change.
 * @param bounds days (`YYYY-MM-DD`), newest first: a break opened before a day has at least that age
 */
export async function sumAll(db: Db, bounds: readonly string[]) {
  const [files] = await db<[{ lines: number; matched: number }]>`
    select coalesce(sum(lines), 0)::bigint as lines, coalesce(sum(matched), 0)::bigint as matched
      from reconciliation_files where state = 'imported'`;
  // `width_bucket` requires ascending bounds.
  const open = await db<{ kind: BreakKind; age: number; count: number; amount: number }[]>`
    select kind, ${bounds.length}::int - width_bucket(opened_day, ${bounds.toReversed()}::date[]) as age,
           sum(breaks)::int as count, sum(piastres)::bigint as amount
      from reconciliation_open_changes group by 1, 2 having sum(breaks) <> 0 order by 1, 2`;
  return { files, open: [...open] };
}

/** Compacts the changes of each kind and day into one row. Readers see the same sums meanwhile. */
export async function compactOpen(db: Db): Promise<void> {
  await db`
    with gone as (delete from reconciliation_open_changes returning kind, opened_day, breaks, piastres)
    insert into reconciliation_open_changes (kind, opened_day, breaks, piastres)
    select kind, opened_day, sum(breaks), sum(piastres) from gone
     group by 1, 2 having sum(breaks) <> 0 or sum(piastres) <> 0`;
}

/** An item that a line may match, of the payment that an operator names. */
export interface NamedItem {
  item: 'payment' | 'refund' | 'refund_reversed' | 'chargeback' | 'chargeback_returned';
  merchantId: number;
  transactionId: number;
  /** The id of the payment, refund or chargeback. */
  itemId: number;
  /** The amount that the line should have. */
  expectedPiastres: number;
  /** Money has moved for it. */
  isMade: boolean;
  /** Another line is matched with it. */
  isTaken: boolean;
}

/** Lists the items that a line of a kind and sign may match, of the payment with a reference at an account. */
export function listNamed(
  tx: Tx,
  accountId: number,
  reference: string,
  { kind, gross }: Pick<ListedLine, 'kind' | 'gross'>,
): Promise<NamedItem[]> {
  const isGiven = gross > 0;
  return tx<NamedItem[]>`
    with named as (
      select t.merchant_id, t.id, t.status, t.charged_piastres
        from transactions t
        join payment_attempts a on a.merchant_id = t.merchant_id and a.transaction_id = t.id
       where t.reference = ${reference} and a.processor_account_id = ${accountId} limit 1),
    items as (
      select 'payment' as item, n.merchant_id, n.id as transaction_id, n.id as item_id, n.charged_piastres as expected,
             n.status in (1, 3) as is_made
        from named n where ${kind} = 'payment'
      union all
      select ${isGiven ? 'refund_reversed' : 'refund'}, n.merchant_id, n.id, r.id,
             ${isGiven ? 1 : -1}::int * r.amount_piastres, r.state = 'reversed' or (r.state = 'succeeded' and not ${isGiven}::boolean)
        from named n
        join refunds r on r.merchant_id = n.merchant_id and r.transaction_id = n.id and r.processor_account_id = ${accountId}
       where ${kind} in ('refund', 'reversal')
      union all
      select ${isGiven ? 'chargeback_returned' : 'chargeback'}, n.merchant_id, n.id, c.id,
             ${isGiven ? 1 : -1}::int * c.amount_piastres, true
        from named n join chargebacks c on c.merchant_id = n.merchant_id and c.transaction_id = n.id
       where ${kind} = 'chargeback')
    select i.item, i.merchant_id as "merchantId", i.transaction_id as "transactionId", i.item_id as "itemId",
           i.expected as "expectedPiastres", i.is_made as "isMade",
           exists (select from reconciliation_lines l
                    where l.item_id = i.item_id and l.merchant_id = i.merchant_id and l.item = i.item) as "isTaken"
      from items i order by i.item_id`;
}

/** Stores an operator's match of a line. */
export async function matchLine(
  tx: Tx,
  { fileId, lineNo }: { fileId: number; lineNo: number },
  { item, merchantId, itemId }: NamedItem,
): Promise<void> {
  await tx`
    update reconciliation_lines
       set item = ${item}, merchant_id = ${merchantId}, item_id = ${itemId}, item_key = '', rule = 'manual'
     where file_id = ${fileId} and line_no = ${lineNo}`;
  await tx`update reconciliation_files set matched = matched + 1 where id = ${fileId}`;
}

/** Opens a break for a line that an operator has matched with an item of a different amount. */
export async function openDifference(
  tx: Tx,
  { fileId, lineNo }: { fileId: number; lineNo: number },
  { item, merchantId, itemId, transactionId }: NamedItem,
  found: {
    accountId: number;
    kind: 'over' | 'under' | 'sign';
    amountPiastres: number;
    reference: string;
    now: Date;
  },
): Promise<void> {
  await tx`
    insert into reconciliation_breaks (processor_account_id, kind, file_id, line_no, item, merchant_id, item_id,
                                       transaction_id, reference, amount_piastres, currency, opened_at)
    values (${found.accountId}, ${found.kind}, ${fileId}, ${lineNo}, ${item}, ${merchantId}, ${itemId},
            ${transactionId}, ${found.reference}, ${found.amountPiastres}, 'EGP', ${found.now})`;
}

/** Closes the break of an item of ours that was missing from all files. */
export async function closeMissing(
  tx: Tx,
  { item, merchantId, itemId }: NamedItem,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  await tx`
    update reconciliation_breaks set state = 'resolved', ended_as = 'arrived', closed_at = ${now}, closed_by = ${actor}
     where kind = 'ours_only' and closed_at is null and merchant_id = ${merchantId} and item = ${item}
       and item_id = ${itemId}`;
}
