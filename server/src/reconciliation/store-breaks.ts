import type { BreakState } from '@daftar/contract/ops-reconciliation';
import type { BreakKind } from '@daftar/contract/ops-settlement-lines';
import type { Paging } from '@daftar/contract/paging';
import type { Mode } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { withinDays } from '../platform/lists/conditions.ts';
import { type Page, readPage, type Sql } from '../platform/lists/page.ts';

/** A break as listed. */
export interface ListedBreak {
  id: number;
  kind: BreakKind;
  state: BreakState;
  /** Null: of a line of the bank's. */
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

/** What a break is about. */
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
         b.reference, b.owner, b.opened_at, b.closed_at
    from reconciliation_breaks b)`;

const SORTS = { created_at: 't.opened_at', amount: 'abs(t.amount_piastres)' } as const;

/** Lists one page of breaks: open ones unless asked for closed ones. */
export function listBreaks(
  db: Db,
  paging: Paging<keyof typeof SORTS>,
  filters: BreakFilters,
): Promise<Page<ListedBreak>> {
  const conditions: Sql[] = [...withinDays(db, filters.date_from, filters.date_to, 't.opened_at')];
  if (filters.kind) conditions.push(db`t.kind = ${filters.kind}`);
  if (filters.account_id !== undefined) conditions.push(db`t.processor_account_id = ${filters.account_id}`);
  if (filters.owner) conditions.push(db`t.owner = ${filters.owner}`);
  return readPage<ListedBreak>(db, paging, {
    table: BREAKS,
    scope: filters.is_closed === 'yes' ? db`t.closed_at is not null` : db`t.closed_at is null`,
    filters: conditions,
    sort: { expression: SORTS[paging.sortBy] },
    columns: breakColumns(db),
  });
}

const payment = (db: Db, merchant: Sql, transaction: Sql) => db`
  (select jsonb_build_object('merchantId', x.merchant_id, 'merchantName', m.business_name, 'id', x.id, 'reference', x.reference)
     from transactions x join merchants m on m.id = x.merchant_id
    where x.merchant_id = ${merchant} and x.id = ${transaction})`;

/** Reads a break. */
export async function findBreak(db: Db, id: number): Promise<FullBreak | undefined> {
  const [row] = await db<FullBreak[]>`
    select ${breakColumns(db)}, t.file_id as "fileId", t.line_no as "lineNo",
           (select f.name from reconciliation_files f where f.id = t.file_id) as "fileName",
           (select jsonb_build_object('id', l.id, 'fileId', l.file_id) from bank_lines l where l.id = t.bank_line_id) as "bankLine",
           ${payment(db, db`t.merchant_id`, db`t.transaction_id`)} as payment,
           ${payment(db, db`t.suggested_merchant_id`, db`t.suggested_transaction_id`)} as suggestion,
           t.resolution, t.closed_at as "closedAt", t.closed_by as "closedBy"
      from reconciliation_breaks t where t.id = ${id}`;
  return row;
}

/** The break to be changed, locked. */
export async function lockBreak(tx: Tx, id: number): Promise<FullBreak | undefined> {
  await tx`select from reconciliation_breaks where id = ${id} for update`;
  return findBreak(tx, id);
}

export interface Note {
  actor: string;
  text: string;
  createdAt: Date;
}

/** Lists the notes of a break, oldest first. */
export function listNotes(db: Db, breakId: number): Promise<Note[]> {
  return db<Note[]>`
    select actor, text, created_at as "createdAt" from reconciliation_notes
     where break_id = ${breakId} order by id limit 500`;
}

/** Adds a note. */
export async function insertNote(tx: Tx, breakId: number, note: Note): Promise<void> {
  await tx`
    insert into reconciliation_notes (break_id, actor, text, created_at)
    values (${breakId}, ${note.actor}, ${note.text}, ${note.createdAt})`;
}

/** Says who looks after a break, and where it stands. */
export async function updateBreak(
  tx: Tx,
  id: number,
  { owner, state }: { owner?: string; state?: BreakState },
): Promise<void> {
  await tx`
    update reconciliation_breaks set owner = coalesce(${owner ?? null}, owner), state = coalesce(${state ?? null}, state)
     where id = ${id}`;
}

/** Closes a break. */
export async function closeBreak(
  tx: Tx,
  id: number,
  { resolution, actor, now }: { resolution: string; actor: string; now: Date },
): Promise<void> {
  await tx`
    update reconciliation_breaks
       set state = 'resolved', resolution = ${resolution}, closed_at = ${now}, closed_by = ${actor} where id = ${id}`;
}

/** Sums over all files and open breaks. `bounds`: the moments at which the ages of breaks change, newest first. */
export async function sumAll(db: Db, bounds: readonly Date[]) {
  const [files] = await db<[{ lines: number; matched: number }]>`
    select coalesce(sum(lines), 0)::bigint as lines, coalesce(sum(matched), 0)::bigint as matched
      from reconciliation_files where state = 'imported'`;
  const kinds = await db<{ kind: BreakKind; count: number; amount: number }[]>`
    select kind, count(*)::int as count,
           coalesce(sum(abs(amount_piastres)) filter (where currency = 'EGP'), 0)::bigint as amount
      from reconciliation_breaks where closed_at is null group by kind order by kind`;
  const ages = await db<{ age: number; count: number }[]>`
    select (select count(*)::int from unnest(${bounds.map((bound) => bound.toISOString())}::timestamptz[]) u (bound) where b.opened_at < u.bound) as age,
           count(*)::int as count
      from reconciliation_breaks b where b.closed_at is null group by 1`;
  return { files, kinds: [...kinds], ages: [...ages] };
}

/** A payment that a person names, at the account of a line. */
export interface NamedPayment {
  merchantId: number;
  transactionId: number;
  isPaid: boolean;
  chargedPiastres: number;
  isTaken: boolean;
}

/** Finds a payment at an account by its reference. */
export async function findNamed(
  tx: Tx,
  accountId: number,
  reference: string,
): Promise<NamedPayment | undefined> {
  const [row] = await tx<NamedPayment[]>`
    select t.merchant_id as "merchantId", t.id as "transactionId", t.status in (1, 3) as "isPaid",
           t.charged_piastres as "chargedPiastres",
           exists (select from reconciliation_lines l
                    where l.item_id = t.id and l.merchant_id = t.merchant_id and l.item = 'payment') as "isTaken"
      from transactions t
      join payment_attempts a on a.merchant_id = t.merchant_id and a.transaction_id = t.id
     where t.reference = ${reference} and a.processor_account_id = ${accountId} limit 1`;
  return row;
}

/** Says that a line is about a payment, because a person does. */
export async function matchLine(
  tx: Tx,
  { fileId, lineNo }: { fileId: number; lineNo: number },
  { merchantId, transactionId }: NamedPayment,
): Promise<void> {
  await tx`
    update reconciliation_lines
       set item = 'payment', merchant_id = ${merchantId}, item_id = ${transactionId}, item_key = '', rule = 'manual'
     where file_id = ${fileId} and line_no = ${lineNo}`;
  await tx`update reconciliation_files set matched = matched + 1 where id = ${fileId}`;
}

/** Opens a break of a line that a person has matched with a payment of another amount. */
export async function openDifference(
  tx: Tx,
  { fileId, lineNo }: { fileId: number; lineNo: number },
  { merchantId, transactionId }: NamedPayment,
  found: { accountId: number; kind: 'over' | 'under'; amountPiastres: number; reference: string; now: Date },
): Promise<void> {
  await tx`
    insert into reconciliation_breaks (processor_account_id, kind, file_id, line_no, item, merchant_id, item_id,
                                       transaction_id, reference, amount_piastres, currency, opened_at)
    values (${found.accountId}, ${found.kind}, ${fileId}, ${lineNo}, 'payment', ${merchantId}, ${transactionId},
            ${transactionId}, ${found.reference}, ${found.amountPiastres}, 'EGP', ${found.now})`;
}

/** Closes the break that a payment is in no file. */
export async function closeMissing(
  tx: Tx,
  { merchantId, transactionId }: NamedPayment,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  await tx`
    update reconciliation_breaks set state = 'resolved', resolution = 'arrived', closed_at = ${now}, closed_by = ${actor}
     where kind = 'ours_only' and closed_at is null and merchant_id = ${merchantId} and item = 'payment'
       and item_id = ${transactionId}`;
}
