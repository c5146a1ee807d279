import type { SettlementLineKind } from '@daftar/contract/ops-settlement-lines';
import type { Paging } from '@daftar/contract/paging';
import type { Mode } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { withinDays } from '../platform/lists/conditions.ts';
import { type ListSource, type Page, readPage, type Sql } from '../platform/lists/page.ts';
import { containsPattern, typedText } from '../platform/lists/search.ts';
import { meaningOf } from '../platform/lists/typed.ts';

/** A file as listed. */
export interface ListedFile {
  id: number;
  name: string;
  accountId: number;
  accountName: string;
  mode: Mode;
  profile: string;
  state: 'imported' | 'undone';
  lines: number;
  matched: number;
  gross: number;
  fee: number;
  net: number;
  firstDay: string | null;
  lastDay: string | null;
  sha256: string;
  actor: string;
  createdAt: Date;
  undoneAt: Date | null;
  undoneBy: string | null;
}

const fileColumns = (db: Db) => db`
  t.id, t.name, t.processor_account_id as "accountId",
  (select a.name from processor_accounts a where a.id = t.processor_account_id) as "accountName",
  (select a.mode from processor_accounts a where a.id = t.processor_account_id) as mode,
  (select p.name from reconciliation_profiles p where p.id = t.profile_id) as profile,
  t.state, t.lines, t.matched, t.gross_piastres as gross, t.fee_piastres as fee, t.net_piastres as net,
  t.first_day as "firstDay", t.last_day as "lastDay", encode(t.sha256, 'hex') as sha256, t.actor,
  t.created_at as "createdAt", t.undone_at as "undoneAt", t.undone_by as "undoneBy"`;

export interface FileFilters {
  q?: string | undefined;
  account_id?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

const FILE_SORTS = { created_at: 't.created_at', net: 't.net_piastres', name: 't.name' } as const;

/** The files that filters leave; a few of each day, so that each of them can be looked at. */
export function fileSource(
  db: Db,
  { sortBy }: Paging<keyof typeof FILE_SORTS>,
  filters: FileFilters,
): ListSource {
  const conditions: Sql[] = [...withinDays(db, filters.date_from, filters.date_to)];
  if (filters.account_id !== undefined) conditions.push(db`t.processor_account_id = ${filters.account_id}`);
  if (typedText(filters.q ?? '') !== '') {
    const { piastres } = meaningOf(filters.q!);
    conditions.push(db`(
      search_key(concat_ws(' ', t.name, t.actor, (select p.name from reconciliation_profiles p where p.id = t.profile_id)))
        like ${containsPattern(filters.q!)}
      or t.net_piastres = ${piastres})`);
  }
  return {
    table: '(select 0::bigint as merchant_id, f.* from reconciliation_files f)',
    scope: db`true`,
    filters: conditions,
    sort: { expression: FILE_SORTS[sortBy] },
    columns: fileColumns(db),
  };
}

/** Reads a file. */
export async function findFile(db: Db, id: number): Promise<ListedFile | undefined> {
  const [row] = await db<
    ListedFile[]
  >`select ${fileColumns(db)} from reconciliation_files t where t.id = ${id}`;
  return row;
}

export interface ListedBatch {
  id: number;
  name: string;
  currency: string;
  lines: number;
  matched: number;
  gross: number;
  fee: number;
  net: number;
  valueOn: string | null;
  bookedAt: Date | null;
  bookedBy: string | null;
  bankReference: string | null;
  receivedOn: string | null;
  receivedPiastres: number | null;
}

/** Lists the batches of a file, in its order. */
export function listBatches(db: Db, fileId: number): Promise<ListedBatch[]> {
  return db<ListedBatch[]>`
    select b.id, b.name, b.currency, b.lines, b.gross_piastres as gross, b.fee_piastres as fee, b.net_piastres as net,
           b.value_on as "valueOn", b.booked_at as "bookedAt", b.booked_by as "bookedBy",
           b.bank_reference as "bankReference", b.received_on as "receivedOn", b.received_piastres as "receivedPiastres",
           b.lines - (select count(*)::int from reconciliation_lines l
                       where l.file_id = b.file_id and l.batch_id = b.id and l.item is null) as matched
      from reconciliation_batches b where b.file_id = ${fileId} order by b.id limit 500`;
}

/** A line as shown. */
export interface ListedLine {
  id: number;
  kind: SettlementLineKind;
  currency: string;
  gross: number;
  fee: number;
  net: number;
  ourRef: string | null;
  processorRef: string | null;
  occurredOn: string | null;
  batch: string;
  match: {
    merchantId: number;
    merchantName: string;
    transactionId: number;
    reference: string;
    rule: 'id' | 'rrn' | 'text' | 'cost' | 'manual';
  } | null;
}

/** The lines as a list: their file as the scope, their row as the id. */
const LINES = `(
  select l.file_id as merchant_id, l.line_no as id, l.merchant_id as owner_id, l.kind, l.currency, l.gross_piastres,
         l.fee_piastres, l.net_piastres, l.our_ref, l.processor_ref, l.occurred_on, l.batch_id, l.item, l.item_id, l.rule
    from reconciliation_lines l)`;

const lineColumns = (db: Db) => db`
  t.id, t.kind, t.currency, t.gross_piastres as gross, t.fee_piastres as fee, t.net_piastres as net,
  t.our_ref as "ourRef", t.processor_ref as "processorRef", t.occurred_on as "occurredOn",
  (select b.name from reconciliation_batches b where b.id = t.batch_id) as batch,
  (select jsonb_build_object('merchantId', x.merchant_id, 'merchantName', m.business_name, 'transactionId', x.id,
                             'reference', x.reference, 'rule', t.rule)
     from transactions x join merchants m on m.id = x.merchant_id
    where x.merchant_id = t.owner_id
      and x.id = case
        when t.item in ('payment', 'cost') then t.item_id
        when t.item in ('refund', 'refund_reversed') then
          (select r.transaction_id from refunds r where r.merchant_id = t.owner_id and r.id = t.item_id)
        when t.item is not null then
          (select c.transaction_id from chargebacks c where c.merchant_id = t.owner_id and c.id = t.item_id)
      end) as match`;

/** Lists one page of a file's lines. */
export function listLines(
  db: Db,
  fileId: number,
  paging: Paging<'row'>,
  { is_matched }: { is_matched?: 'yes' | 'no' | undefined },
): Promise<Page<ListedLine>> {
  const matched =
    is_matched === undefined ? [] : is_matched === 'yes' ? [db`t.item is not null`] : [db`t.item is null`];
  return readPage<ListedLine>(db, paging, {
    table: LINES,
    scope: db`t.merchant_id = ${fileId}`,
    filters: matched,
    sort: { expression: 't.id', unique: true },
    columns: lineColumns(db),
  });
}

/** Reads a line. */
export async function findLine(db: Db, fileId: number, lineNo: number): Promise<ListedLine | undefined> {
  const [row] = await db<ListedLine[]>`
    select ${lineColumns(db)} from ${db.unsafe(LINES)} t where t.merchant_id = ${fileId} and t.id = ${lineNo}`;
  return row;
}
