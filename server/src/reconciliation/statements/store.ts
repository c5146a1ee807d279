import type { StatementFormat, StatementLayoutForm } from '@daftar/contract/ops-bank-statements';
import type { Paging } from '@daftar/contract/paging';
import { anyOf } from '../../ops-lists/find.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';
import type { PatientTx } from '../../platform/db/long-work.ts';
import { withinDays } from '../../platform/lists/conditions.ts';
import type { ListSource, Sql } from '../../platform/lists/page.ts';
import { containsPattern, typedText } from '../../platform/lists/search.ts';
import { meaningOf } from '../../platform/lists/typed.ts';
import { lock } from '../store-locks.ts';
import type { Continued, Covered, NewLine } from './chain.ts';

/** One of the provider's bank accounts. */
export interface BankAccount {
  id: number;
  name: string;
  bankName: string;
  iban: string;
  bic: string;
  layout: StatementLayoutForm | null;
  covered: Covered | null;
}

const accounts = (db: Db, condition: Sql) => db<BankAccount[]>`
  select a.id, a.name, a.bank_name as "bankName", a.iban, a.bic, l.layout,
         (select jsonb_build_object('firstDay', f.covered_first_day, 'lastDay', f.covered_last_day,
                                    'openingPiastres', f.covered_opening_piastres,
                                    'closingPiastres', f.covered_closing_piastres)
            from bank_statement_files f where f.bank_account_id = a.id and f.state = 'imported'
           order by f.id desc limit 1) as covered
    from provider_bank_accounts a left join bank_statement_layouts l on l.bank_account_id = a.id
   where ${condition} order by a.state = 'off', a.id`;

/** Lists the provider's accounts, those in use first. */
export const listAccounts = (db: Db): Promise<BankAccount[]> => accounts(db, db`true`);

/** Finds an account, and prevents imports and matches until the transaction ends. */
export async function lockAccount(tx: Tx, id: number): Promise<BankAccount | undefined> {
  await lock(tx, { links: true });
  const [row] = await accounts(tx, tx`a.id = ${id}`);
  return row;
}

/** Sets the layout of an account's CSV files. */
export async function putLayout(
  tx: Tx,
  accountId: number,
  layout: StatementLayoutForm,
  by: { actor: string; now: Date },
): Promise<void> {
  await tx`
    insert into bank_statement_layouts (bank_account_id, layout, updated_at, updated_by)
    values (${accountId}, ${tx.json(layout as never)}, ${by.now}, ${by.actor})
    on conflict (bank_account_id) do update
      set layout = excluded.layout, updated_at = excluded.updated_at, updated_by = excluded.updated_by`;
}

/**
 * Returns the name under which the same content was imported. Files without new lines are ignored, because those of
 * quiet months are alike.
 */
export async function findSame(tx: Tx, accountId: number, sha256: Buffer): Promise<string | undefined> {
  const [row] = await tx<{ name: string }[]>`
    select name from bank_statement_files
     where bank_account_id = ${accountId} and sha256 = ${sha256} and state = 'imported' and lines > 0`;
  return row?.name;
}

/** Lines of a statement in one query: writing more of them keeps other requests waiting. */
const AT_ONCE = 500;

function* stretchesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += AT_ONCE) yield items.slice(from, from + AT_ONCE);
}

/** Counts the lines of an account by fingerprint. */
export async function countKnown(
  tx: Tx,
  accountId: number,
  fingerprints: readonly string[],
): Promise<Map<string, number>> {
  const known = new Map<string, number>();
  for (const some of stretchesOf(fingerprints)) {
    const rows = await tx<{ fingerprint: string; count: number }[]>`
      select encode(fingerprint, 'hex') as fingerprint, count(*)::int as count from bank_lines
       where bank_account_id = ${accountId} and fingerprint in (
         select decode(u.hex, 'hex') from unnest(${[...some]}::text[]) u (hex))
       group by bank_lines.fingerprint`;
    for (const { fingerprint, count } of rows) known.set(fingerprint, count);
  }
  return known;
}

/** Returns whether an account has a line after the day of an opening balance, up to that of the closing one. */
export async function hasLinesAfter(
  tx: Tx,
  accountId: number,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): Promise<boolean> {
  const rows = await tx`
    select from bank_statement_files f
     cross join lateral (select from bank_lines l where l.file_id = f.id and l.booked_on > ${firstDay}::date
                            and l.booked_on <= ${lastDay}::date limit 1) l
     where f.bank_account_id = ${accountId} and f.state = 'imported' and f.last_day > ${firstDay}::date limit 1`;
  return rows.length > 0;
}

export interface NewFile extends Pick<Continued, 'covered'> {
  accountId: number;
  name: string;
  sha256: Buffer;
  format: StatementFormat;
  firstDay: string;
  lastDay: string;
  openingPiastres: number;
  closingPiastres: number;
  lines: number;
  actor: string;
  now: Date;
}

/** Inserts a file. @returns its id */
export async function insertFile(tx: Tx, file: NewFile): Promise<number> {
  const { covered } = file;
  const [row] = await tx<{ id: number }[]>`
    insert into bank_statement_files (
      bank_account_id, name, sha256, format, first_day, last_day, opening_piastres, closing_piastres, lines,
      covered_first_day, covered_last_day, covered_opening_piastres, covered_closing_piastres, actor, created_at)
    values (${file.accountId}, ${file.name}, ${file.sha256}, ${file.format}, ${file.firstDay}, ${file.lastDay},
            ${file.openingPiastres}, ${file.closingPiastres}, ${file.lines}, ${covered.firstDay}, ${covered.lastDay},
            ${covered.openingPiastres}, ${covered.closingPiastres}, ${file.actor}, ${file.now})
    returning id`;
  return row!.id;
}

/** Inserts the lines of a file. A line dated within a signed period counts in the next one. */
export async function insertLines(
  tx: Tx,
  file: { id: number; accountId: number },
  lines: readonly NewLine[],
): Promise<void> {
  for (const some of stretchesOf(lines)) {
    const rows = some.map(({ line, nth }) => ({
      file_id: file.id,
      bank_account_id: file.accountId,
      line_no: line.lineNo,
      booked_on: line.bookedOn,
      value_on: line.valueOn,
      amount_piastres: line.amountPiastres,
      is_reversal: line.isReversal,
      bank_reference: line.bankReference,
      own_reference: line.ownReference,
      detail: line.text,
      transfer_ids: line.transferIds,
      fingerprint: line.fingerprint,
      nth,
    }));
    await tx`
      insert into bank_lines (file_id, bank_account_id, line_no, booked_on, counted_on, value_on, amount_piastres, is_reversal,
                              bank_reference, own_reference, detail, transfer_ids, fingerprint, nth)
      select x.file_id, x.bank_account_id, x.line_no, x.booked_on,
             greatest(x.booked_on, (select bank_signed_day(${file.accountId}) + 1)), x.value_on, x.amount_piastres, x.is_reversal,
             x.bank_reference, x.own_reference, x.detail, array(select jsonb_array_elements_text(x.transfer_ids)),
             decode(x.fingerprint, 'hex'), x.nth
        from jsonb_to_recordset(${tx.json(rows as never)}::jsonb) x (
          file_id bigint, bank_account_id bigint, line_no integer, booked_on date, value_on date, amount_piastres bigint,
          is_reversal boolean, bank_reference text, own_reference text, detail text, transfer_ids jsonb, fingerprint text,
          nth integer)`;
  }
}

/** A file as listed. */
export interface ListedFile {
  id: number;
  name: string;
  accountId: number;
  accountName: string;
  format: StatementFormat;
  state: 'imported' | 'undone';
  firstDay: string;
  lastDay: string;
  openingPiastres: number;
  closingPiastres: number;
  lines: number;
  open: number;
  sha256: string;
  actor: string;
  createdAt: Date;
  undoneAt: Date | null;
  undoneBy: string | null;
}

const fileColumns = (db: Db) => db`
  t.id, t.name, t.bank_account_id as "accountId",
  (select a.name from provider_bank_accounts a where a.id = t.bank_account_id) as "accountName",
  t.format, t.state, t.first_day as "firstDay", t.last_day as "lastDay", t.opening_piastres as "openingPiastres",
  t.closing_piastres as "closingPiastres", t.lines,
  (select count(*)::int from bank_lines l join reconciliation_breaks b on b.bank_line_id = l.id and b.closed_at is null
    where l.file_id = t.id) as open,
  encode(t.sha256, 'hex') as sha256, t.actor, t.created_at as "createdAt", t.undone_at as "undoneAt",
  t.undone_by as "undoneBy"`;

export interface FileFilters {
  q?: string | undefined;
  account_id?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

const FILE_SORTS = {
  created_at: 't.created_at',
  last_day: 't.last_day',
  closing: 't.closing_piastres',
  name: 't.name',
} as const;

/** Returns the condition that a statement has a line with this reference, by two index lookups. */
const hasReference = (db: Db, reference: string): Sql => db`
  t.id in (select l.file_id from bank_lines l where l.bank_reference = ${reference}
           union all select l.file_id from bank_lines l where l.own_reference = ${reference})`;

/** Returns the source of the list of files. There is one per day and account, so each can be examined. */
export function fileSource(
  db: Db,
  { sortBy }: Paging<keyof typeof FILE_SORTS>,
  filters: FileFilters,
): ListSource {
  const conditions: Sql[] = [...withinDays(db, filters.date_from, filters.date_to)];
  if (filters.account_id !== undefined) conditions.push(db`t.bank_account_id = ${filters.account_id}`);
  const typed = typedText(filters.q ?? '');
  if (typed !== '') {
    const { piastres } = meaningOf(typed);
    conditions.push(
      anyOf(db, [
        db`search_key(concat_ws(' ', t.name, t.actor,
                                (select a.name from provider_bank_accounts a where a.id = t.bank_account_id)))
             like ${containsPattern(typed)}`,
        ...(piastres === null
          ? []
          : [db`abs(t.closing_piastres) = ${piastres}`, db`abs(t.opening_piastres) = ${piastres}`]),
        hasReference(db, typed),
      ]),
    );
  }
  return {
    table: '(select 0::bigint as merchant_id, f.* from bank_statement_files f)',
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
  >`select ${fileColumns(db)} from bank_statement_files t where t.id = ${id}`;
  return row;
}

/**
 * Returns the reasons that a file's import cannot be undone: another file of the account was imported later, or a
 * batch is booked from its lines.
 */
export async function whyStays(tx: Tx, file: Pick<ListedFile, 'id' | 'accountId'>) {
  const [row] = await tx<[{ isNotLast: boolean; isBooked: boolean }]>`
    select exists (select from bank_statement_files f
                    where f.bank_account_id = ${file.accountId} and f.state = 'imported' and f.id > ${file.id}) as "isNotLast",
           exists (select from bank_lines l
                     join bank_line_links k on k.line_id = l.id
                     join reconciliation_batches b on b.id = k.batch_id and b.booked_at is not null
                    where l.file_id = ${file.id})
           or exists (select from bank_lines l
                        join reconciliation_breaks b on b.bank_line_id = l.id and b.state = 'written_off'
                       where l.file_id = ${file.id}) as "isBooked"`;
  return row;
}

/** Removes a file's lines and records who undid the import. */
export async function undoFile(
  tx: PatientTx,
  id: number,
  { now, actor, reason }: { now: Date; actor: string; reason: string },
): Promise<void> {
  await tx`
    update reconciliation_breaks set state = 'resolved', ended_as = 'undone', closed_at = ${now}, closed_by = ${actor}
     where closed_at is null and bank_line_id in (select l.id from bank_lines l where l.file_id = ${id})`;
  await tx`delete from bank_line_links where line_id in (select l.id from bank_lines l where l.file_id = ${id})`;
  await tx`delete from bank_lines where file_id = ${id}`;
  await tx`
    update bank_statement_files set state = 'undone', undone_at = ${now}, undone_by = ${actor}, undone_reason = ${reason}
     where id = ${id}`;
}
