import type { Paging } from '@daftar/contract/paging';
import { anyOf } from '../ops-lists/find.ts';
import type { Mode } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { withinDays } from '../platform/lists/conditions.ts';
import type { ListSource, Sql } from '../platform/lists/page.ts';
import { containsPattern, typedText } from '../platform/lists/search.ts';
import { meaningOf } from '../platform/lists/typed.ts';
import type { LinePlace } from './store-lines.ts';

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
  /** Also matches a reference of a line. */
  q?: string | undefined;
  account_id?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

const FILE_SORTS = { created_at: 't.created_at', net: 't.net_piastres', name: 't.name' } as const;

/** Returns the condition that a file has a line with one of these references, by three index lookups for each file. */
const hasReference = (db: Db, references: readonly string[]): Sql => db`
  coalesce((select true from reconciliation_lines l
             where l.file_id = t.id and (l.processor_ref = any (${references}) or l.our_ref = any (${references})
                                         or l.rrn = any (${references}))
             limit 1), false)`;

/**
 * Returns the source of the list of files; `matched`: those with lines that the typed text names. There are only a
 * few each day, so each can be examined.
 */
export function fileSource(
  db: Db,
  { sortBy }: Paging<keyof typeof FILE_SORTS>,
  filters: FileFilters,
  matched: readonly LinePlace[],
): ListSource {
  const conditions: Sql[] = [...withinDays(db, filters.date_from, filters.date_to)];
  if (filters.account_id !== undefined) conditions.push(db`t.processor_account_id = ${filters.account_id}`);
  if (typedText(filters.q ?? '') !== '') {
    const { piastres, id } = meaningOf(filters.q!);
    conditions.push(
      anyOf(db, [
        db`search_key(concat_ws(' ', t.name, t.actor,
                                (select p.name from reconciliation_profiles p where p.id = t.profile_id)))
             like ${containsPattern(filters.q!)}`,
        ...(piastres === null ? [] : [db`t.net_piastres = ${piastres}`]),
        ...(matched.length > 0 ? [db`t.id = any (${matched.map(({ fileId }) => fileId)}::bigint[])`] : []),
        ...(id === null ? [] : [hasReference(db, [...new Set([id, id.toUpperCase()])])]),
      ]),
    );
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

/** Lists the first batches of a file, in its order. */
export function listBatches(db: Db, fileId: number, most: number): Promise<ListedBatch[]> {
  return db<ListedBatch[]>`
    select b.id, b.name, b.currency, b.lines, b.gross_piastres as gross, b.fee_piastres as fee, b.net_piastres as net,
           b.value_on as "valueOn", b.booked_at as "bookedAt", b.booked_by as "bookedBy",
           b.bank_reference as "bankReference", b.received_on as "receivedOn", b.received_piastres as "receivedPiastres",
           b.lines - (select count(*)::int from reconciliation_lines l
                       where l.file_id = b.file_id and l.batch_id = b.id and l.item is null) as matched
      from reconciliation_batches b where b.file_id = ${fileId} order by b.id limit ${most}`;
}
