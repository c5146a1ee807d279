import type { BankLineState, BankLink } from '@daftar/contract/ops-bank-statements';
import type { Paging } from '@daftar/contract/paging';
import { anyOf } from '../../ops-lists/find.ts';
import type { Mode } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { type ListSource, on, type SortColumn, type Sql } from '../../platform/lists/page.ts';
import { containsPattern, typedText } from '../../platform/lists/search.ts';
import { meaningOf } from '../../platform/lists/typed.ts';

/** A line as listed. */
export interface ListedLine {
  id: number;
  fileId: number;
  accountId: number;
  accountName: string;
  bookedOn: string;
  valueOn: string;
  amountPiastres: number;
  bankReference: string;
  ownReference: string;
  text: string;
  state: BankLineState;
  links: {
    kind: BankLink['kind'];
    id: number;
    name: string;
    fileId: number;
    amountPiastres: number;
    rule: BankLink['rule'];
    isBooked: boolean;
  }[];
  breakId: number | null;
}

/** The lines as a list, with their file as the scope. */
const LINES = `(
  select l.file_id as merchant_id, l.id, l.bank_account_id, l.booked_on, l.value_on, l.amount_piastres,
         l.bank_reference, l.own_reference, l.detail,
         case when exists (select from bank_line_links k where k.line_id = l.id) then 'matched'
              when exists (select from reconciliation_breaks b where b.bank_line_id = l.id and b.closed_at is null) then 'open'
              when exists (select from reconciliation_breaks b
                            where b.bank_line_id = l.id and b.state = 'written_off') then 'written_off'
              else 'explained' end as state
    from bank_lines l)`;

const lineColumns = (db: Db) => db`
  t.id, t.merchant_id as "fileId", t.bank_account_id as "accountId",
  (select a.name from provider_bank_accounts a where a.id = t.bank_account_id) as "accountName",
  t.booked_on as "bookedOn", t.value_on as "valueOn", t.amount_piastres as "amountPiastres",
  t.bank_reference as "bankReference", t.own_reference as "ownReference", t.detail as text, t.state,
  coalesce((
    select jsonb_agg(jsonb_build_object(
             'kind', case when k.batch_id is null then 'transfer' else 'batch' end, 'id', coalesce(k.batch_id, k.transfer_id),
             'name', coalesce(b.name, r.end_to_end_id), 'fileId', coalesce(b.file_id, r.batch_id),
             'amountPiastres', k.amount_piastres, 'rule', k.rule, 'isBooked', b.booked_at is not null) order by k.id)
      from bank_line_links k
      left join reconciliation_batches b on b.id = k.batch_id
      left join bank_transfers r on r.id = k.transfer_id
     where k.line_id = t.id), '[]') as links,
  (select b.id from reconciliation_breaks b where b.bank_line_id = t.id order by b.id desc limit 1) as "breakId"`;

export interface LineFilters {
  q?: string | undefined;
  state?: BankLineState | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

const SORTS = {
  id: { expression: 't.id', unique: true },
  booked_on: { expression: 't.booked_on' },
  amount: { expression: 't.amount_piastres' },
} as const satisfies Record<string, SortColumn>;

/**
 * Returns the source of the list of a statement's lines. There are at most 200,000, so each can be examined for a
 * text.
 */
export function lineSource(
  db: Db,
  fileId: number,
  { sortBy }: Paging<keyof typeof SORTS>,
  { q, state, date_from, date_to }: LineFilters,
): ListSource {
  const conditions: Sql[] = state ? [db`t.state = ${state}`] : [];
  if (date_from) conditions.push(on('t.booked_on', db`t.booked_on >= ${date_from}::date`));
  if (date_to) conditions.push(on('t.booked_on', db`t.booked_on <= ${date_to}::date`));
  if (typedText(q ?? '') !== '') {
    const { piastres } = meaningOf(q!);
    conditions.push(
      anyOf(db, [
        db`search_key(concat_ws(' ', t.bank_reference, t.own_reference, t.detail)) like ${containsPattern(q!)}`,
        ...(piastres === null ? [] : [db`t.amount_piastres in (${piastres}, ${-piastres})`]),
      ]),
    );
  }
  return {
    table: LINES,
    scope: db`t.merchant_id = ${fileId}`,
    filters: conditions,
    sort: SORTS[sortBy],
    columns: lineColumns(db),
  };
}

/** Reads a line. */
export async function findLine(db: Db, id: number): Promise<ListedLine | undefined> {
  const [row] = await db<
    ListedLine[]
  >`select ${lineColumns(db)} from ${db.unsafe(LINES)} t where t.id = ${id}`;
  return row;
}

/** A batch that is not booked, or has no bank line yet; a booked one has its booked amount. */
export interface ListedBatch {
  id: number;
  name: string;
  fileId: number;
  fileName: string;
  accountId: number;
  accountName: string;
  mode: Mode;
  netPiastres: number;
  valueOn: string;
  receivedPiastres: number | null;
}

/** Batches in EGP that meet a condition, as a list that belongs to no merchant. */
const batchesWhere = (condition: string) => `(
  select 0::bigint as merchant_id, b.id, b.name, b.file_id, f.name as file_name, f.processor_account_id,
         coalesce(b.received_piastres, b.net_piastres) as net_piastres, coalesce(b.received_on, b.value_on, f.last_day, (f.created_at at time zone 'Africa/Cairo')::date) as value_on,
         (select sum(k.amount_piastres)::bigint from bank_line_links k where k.batch_id = b.id) as received
    from reconciliation_batches b join reconciliation_files f on f.id = b.file_id and f.state = 'imported'
    join processor_accounts a on a.id = f.processor_account_id and a.mode = 'live'
   where b.currency = 'EGP' and b.net_piastres <> 0 and ${condition})`;
const NOT_BOOKED = batchesWhere('b.booked_at is null');
/** Includes manually booked batches without a bank line. */
const OPEN_TO_LINES = batchesWhere(
  '(b.booked_at is null or not exists (select from bank_line_links k where k.batch_id = b.id))',
);

const batchColumns = (db: Db) => db`
  t.id, t.name, t.file_id as "fileId", t.file_name as "fileName", t.processor_account_id as "accountId",
  (select a.name from processor_accounts a where a.id = t.processor_account_id) as "accountName",
  (select a.mode from processor_accounts a where a.id = t.processor_account_id) as mode,
  t.net_piastres as "netPiastres", t.value_on as "valueOn", t.received as "receivedPiastres"`;

export interface BatchFilters {
  q?: string | undefined;
  account_id?: number | undefined;
  is_received?: 'yes' | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

const BATCH_SORTS = {
  received: '(t.received is not null)',
  value_on: 't.value_on',
  net: 't.net_piastres',
  name: 't.name',
} as const;

/** Returns the source of the list of batches that are not booked; there are few, so each can be examined. */
export function batchSource(
  db: Db,
  { sortBy }: Paging<keyof typeof BATCH_SORTS>,
  { q, account_id, is_received, date_from, date_to }: BatchFilters,
): ListSource {
  const conditions: Sql[] = account_id === undefined ? [] : [db`t.processor_account_id = ${account_id}`];
  if (is_received) conditions.push(db`t.received is not null`);
  if (date_from) conditions.push(db`t.value_on >= ${date_from}::date`);
  if (date_to) conditions.push(db`t.value_on <= ${date_to}::date`);
  if (typedText(q ?? '') !== '') {
    const { piastres } = meaningOf(q!);
    conditions.push(
      anyOf(db, [
        db`search_key(concat_ws(' ', t.name, t.file_name,
                                (select a.name from processor_accounts a where a.id = t.processor_account_id)))
             like ${containsPattern(q!)}`,
        ...(piastres === null
          ? []
          : [db`abs(t.net_piastres) = ${piastres}`, db`abs(t.received) = ${piastres}`]),
      ]),
    );
  }
  return {
    table: NOT_BOOKED,
    scope: db`true`,
    filters: conditions,
    sort: { expression: BATCH_SORTS[sortBy] },
    columns: batchColumns(db),
  };
}

/** Lists the batches that a line may match: those with its amount first, then the nearest by day. */
export function listCandidates(db: Db, line: ListedLine, most: number): Promise<ListedBatch[]> {
  return db<ListedBatch[]>`
    select ${batchColumns(db)} from ${db.unsafe(OPEN_TO_LINES)} t
     where sign(t.net_piastres) = sign(${line.amountPiastres}::bigint)
       and t.value_on between ${line.bookedOn}::date - 45 and ${line.bookedOn}::date + 10
     order by t.net_piastres = ${line.amountPiastres} desc, abs(t.value_on - ${line.bookedOn}::date), t.id limit ${most}`;
}

/** A batch to be matched with a line. */
export interface LinkableBatch {
  id: number;
  accountId: number;
  name: string;
  fileState: 'imported' | 'undone';
  /** Test batches cannot be matched, because no test money is paid. */
  mode: Mode;
  currency: string;
  netPiastres: number;
  /** Amount booked as received; null: not booked. */
  receivedPiastres: number | null;
  /** Sum of the lines already matched with it. */
  linkedPiastres: number;
}

/** Lists batches by id. */
export function listLinkable(tx: Tx, ids: readonly number[]): Promise<LinkableBatch[]> {
  return tx<LinkableBatch[]>`
    select b.id, f.processor_account_id as "accountId", b.name, f.state as "fileState", b.currency,
           (select a.mode from processor_accounts a where a.id = f.processor_account_id) as mode,
           b.net_piastres as "netPiastres", b.received_piastres as "receivedPiastres",
           coalesce((select sum(k.amount_piastres) from bank_line_links k where k.batch_id = b.id), 0)::bigint as "linkedPiastres"
      from reconciliation_batches b join reconciliation_files f on f.id = b.file_id
     where b.id = any (${[...ids]}::bigint[]) order by b.id`;
}

/** The receipt of a batch according to its bank lines. */
export interface ReceivedByLines {
  amountPiastres: number;
  references: string[];
  lastDay: string;
}

/** Sums up the bank lines of a batch. */
export async function sumReceived(tx: Tx, batchId: number): Promise<ReceivedByLines | undefined> {
  const [row] = await tx<(Omit<ReceivedByLines, 'lastDay'> & { lastDay: string | null })[]>`
    select coalesce(sum(k.amount_piastres), 0)::bigint as "amountPiastres",
           coalesce(array_agg(distinct coalesce(nullif(l.bank_reference, ''), nullif(l.own_reference, ''), 'LINE-' || l.id)), '{}')
             as references,
           max(l.booked_on) as "lastDay"
      from bank_line_links k join bank_lines l on l.id = k.line_id where k.batch_id = ${batchId}`;
  return row && row.lastDay !== null ? { ...row, lastDay: row.lastDay } : undefined;
}
