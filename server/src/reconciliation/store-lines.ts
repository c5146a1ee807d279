/** Queries of settlement file lines, always by index: a file may have a million lines and the table ten million. */
import type { BreakKind, SettlementLineKind } from '@daftar/contract/ops-settlement-lines';
import type { Paging } from '@daftar/contract/paging';
import type { Found } from '../ops-lists/find.ts';
import { anyOf } from '../ops-lists/find.ts';
import type { Db } from '../platform/db/connect.ts';
import { type ListSource, on, type SortColumn, type Sql } from '../platform/lists/page.ts';
import { fewEnough, prefixPattern } from '../platform/lists/search.ts';

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
  rrn: string | null;
  occurredOn: string | null;
  batch: string;
  breaks: { id: number; kind: BreakKind }[];
  match: {
    merchantId: number;
    merchantName: string;
    transactionId: number;
    reference: string;
    rule: 'id' | 'rrn' | 'text' | 'cost' | 'manual';
  } | null;
}

/** The lines as a list, with their file as the scope and their row as the id. */
const LINES = `(
  select l.file_id as merchant_id, l.line_no as id, l.merchant_id as owner_id, l.kind, l.currency, l.gross_piastres,
         l.fee_piastres, l.net_piastres, l.our_ref, l.processor_ref, l.rrn, l.occurred_on, l.batch_id, l.item, l.item_id, l.rule
    from reconciliation_lines l)`;

const lineColumns = (db: Db) => db`
  t.id, t.kind, t.currency, t.gross_piastres as gross, t.fee_piastres as fee, t.net_piastres as net,
  t.our_ref as "ourRef", t.processor_ref as "processorRef", t.rrn, t.occurred_on as "occurredOn",
  (select b.name from reconciliation_batches b where b.id = t.batch_id) as batch,
  (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'kind', b.kind) order by b.closed_at is not null, b.id), '[]'::jsonb)
     from reconciliation_breaks b where b.file_id = t.merchant_id and b.line_no = t.id) as breaks,
  (select jsonb_build_object('merchantId', p->'merchantId', 'merchantName', p->'merchantName', 'transactionId', p->'id',
                             'reference', p->'reference', 'rule', t.rule)
     from payment_of_item(t.owner_id, t.item, t.item_id) p where p is not null) as match`;

/** The position of a line. */
export interface LinePlace {
  fileId: number;
  lineNo: number;
}

/** Few lines name the same payment; with more than this the search text is too general. */
const MAX_LINES = 200;

/**
 * Lists the lines that are matched with payments, or with their refunds and chargebacks.
 * @throws InvalidError for payments of too many lines
 */
export async function listMatchedWith(db: Db, payments: Found['payments']): Promise<readonly LinePlace[]> {
  const rows = await db<LinePlace[]>`
    with p as materialized (
      select * from unnest(${payments.map(({ merchantId }) => merchantId)}::bigint[], ${payments.map(({ id }) => id)}::bigint[])
               as given (merchant_id, id)),
    refunded as materialized (
      select r.merchant_id, r.id from p join refunds r on r.merchant_id = p.merchant_id and r.transaction_id = p.id),
    disputed as materialized (
      select c.merchant_id, c.id from p join chargebacks c on c.merchant_id = p.merchant_id and c.transaction_id = p.id),
    items as materialized (
      select merchant_id, id, unnest(array['payment', 'cost']) as item from p
      union all
      select merchant_id, id, unnest(array['refund', 'refund_reversed']) from refunded
      union all
      select merchant_id, id, unnest(array['chargeback', 'chargeback_returned']) from disputed)
    select l.file_id as "fileId", l.line_no as "lineNo"
      from items i
      join reconciliation_lines l
        on l.item_id = i.id and l.merchant_id = i.merchant_id and l.item = i.item and l.item is not null
     limit ${MAX_LINES + 1}`;
  return fewEnough(rows, MAX_LINES);
}

export interface LineFilters {
  q?: string | undefined;
  kind?: SettlementLineKind | undefined;
  is_matched?: 'yes' | 'no' | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

const SORTS = {
  row: { expression: 't.id', unique: true },
  gross: { expression: 't.gross_piastres' },
  occurred_on: { expression: 't.occurred_on' },
} as const satisfies Record<string, SortColumn>;

const REFERENCES = ['t.processor_ref', 't.our_ref', 't.rrn'];

/** Returns the condition that a line matches the typed text, or is one of `matched`. */
function meant(db: Db, typed: string, { meaning }: Found, matched: readonly LinePlace[]): Sql {
  const asTyped = prefixPattern(typed);
  const patterns = new Set([
    asTyped,
    asTyped.toUpperCase(),
    ...(meaning.reference ? [meaning.reference.pattern] : []),
  ]);
  const { piastres } = meaning;
  return anyOf(db, [
    ...REFERENCES.flatMap((column) =>
      [...patterns].map((pattern) => db`${db.unsafe(column)} like ${pattern}`),
    ),
    ...(matched.length > 0 ? [db`t.id = any (${matched.map(({ lineNo }) => lineNo)}::int[])`] : []),
    ...(piastres === null
      ? []
      : [piastres, -piastres].flatMap((amount) => [
          db`t.gross_piastres = ${amount}`,
          db`(t.gross_piastres = 0 and t.net_piastres = ${amount})`,
        ])),
  ]);
}

/**
 * Returns the source of the list of a file's lines. `matched`: lines, in any file, matched with items that the typed
 * text names.
 */
export function lineSource(
  db: Db,
  fileId: number,
  { sortBy }: Paging<keyof typeof SORTS>,
  filters: LineFilters,
  { found, matched }: { found: Found | null; matched: readonly LinePlace[] },
): ListSource {
  const { kind, is_matched, date_from, date_to } = filters;
  const conditions: Sql[] = [];
  if (found) {
    const here = matched.filter((place) => place.fileId === fileId);
    conditions.push(meant(db, filters.q ?? '', found, here));
  }
  // Most lines are payments; the other kinds have an index.
  if (kind) {
    const isKind = db`t.kind = ${kind}`;
    conditions.push(on('t.kind', kind === 'payment' ? isKind : db`(${isKind} and t.kind <> 'payment')`));
  }
  if (is_matched) conditions.push(is_matched === 'yes' ? db`t.item is not null` : db`t.item is null`);
  if (date_from) conditions.push(on('t.occurred_on', db`t.occurred_on >= ${date_from}::date`));
  if (date_to) conditions.push(on('t.occurred_on', db`t.occurred_on <= ${date_to}::date`));
  return {
    table: LINES,
    scope: db`t.merchant_id = ${fileId}`,
    filters: conditions,
    sort: SORTS[sortBy],
    columns: lineColumns(db),
  };
}

/** Reads a line. */
export async function findLine(db: Db, fileId: number, lineNo: number): Promise<ListedLine | undefined> {
  const [row] = await db<ListedLine[]>`
    select ${lineColumns(db)} from ${db.unsafe(LINES)} t where t.merchant_id = ${fileId} and t.id = ${lineNo}`;
  return row;
}
