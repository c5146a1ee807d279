import type { CutOffLine, CutOffList, CutOffReason, CutOffState } from '@daftar/contract/ops-cut-offs';
import type { Paging } from '@daftar/contract/paging';
import { anyOf } from '../../ops-lists/find.ts';
import type { Mode } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { type ListSource, on, type SortColumn, type Sql } from '../../platform/lists/page.ts';
import { containsPattern, prefixPattern, typedText } from '../../platform/lists/search.ts';
import { meaningOf } from '../../platform/lists/typed.ts';
import type { Figures } from './figures.ts';

/** A cut-off with all its figures. */
export interface CutOffRecord {
  id: number;
  /** One of the two: an account at a processor, or a bank account. */
  accountId: number | null;
  bankAccountId: number | null;
  accountName: string;
  /** Always live for a bank account. */
  mode: Mode;
  day: string;
  afterDay: string | null;
  state: CutOffState;
  figures: Figures;
  sha256: string;
  rows: number;
  isExplained: boolean;
  isLast: boolean;
  madeBy: string;
  madeAt: Date;
  signedBy: string | null;
  approvedBy: string | null;
  signedAt: Date | null;
  reopenedBy: string | null;
  reopenedReason: string | null;
  reopenedAt: Date | null;
}

const columns = (db: Db) => db`
  t.id, t.processor_account_id as "accountId", t.bank_account_id as "bankAccountId", t.day::text as day, t.after_day::text as "afterDay", t.state, t.figures,
  encode(t.sha256, 'hex') as sha256, t.rows, t.is_explained as "isExplained", t.made_by as "madeBy", t.made_at as "madeAt",
  t.signed_by as "signedBy", t.approved_by as "approvedBy", t.signed_at as "signedAt", t.reopened_by as "reopenedBy",
  t.reopened_reason as "reopenedReason", t.reopened_at as "reopenedAt",
  coalesce((select a.name from processor_accounts a where a.id = t.processor_account_id),
           (select a.name from provider_bank_accounts a where a.id = t.bank_account_id)) as "accountName",
  coalesce((select a.mode from processor_accounts a where a.id = t.processor_account_id), 'live') as mode,
  t.state = 'signed' and not exists (select from reconciliation_cut_offs o
    where (o.processor_account_id = t.processor_account_id or o.bank_account_id = t.bank_account_id) and o.state = 'signed' and o.day > t.day) as "isLast"`;

/** The cut-offs as a list, which belongs to no merchant. */
const CUT_OFFS = '(select 0::bigint as merchant_id, c.* from reconciliation_cut_offs c)';

export interface CutOffFilters {
  q?: string | undefined;
  account_id?: number | undefined;
  bank_account_id?: number | undefined;
  state?: CutOffState | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

/** In EGP, at the JSON path of either kind of report. */
const CLOSING = `coalesce(t.figures #> '{balance,closing}', t.figures #> '{clearing,closing}')::numeric`;

const SORTS = { day: 't.day', made_at: 't.made_at', closing: CLOSING } as const;

/**
 * Returns the source of the list of reports, one per day and account. Replaced reports are included only on request.
 */
export function cutOffSource(
  db: Db,
  { sortBy }: Paging<keyof typeof SORTS>,
  { q, account_id, bank_account_id, state, date_from, date_to }: CutOffFilters,
): ListSource {
  const filters: Sql[] = [state === undefined ? db`t.state <> 'dropped'` : db`t.state = ${state}`];
  if (account_id !== undefined) filters.push(db`t.processor_account_id = ${account_id}`);
  if (bank_account_id !== undefined) filters.push(db`t.bank_account_id = ${bank_account_id}`);
  if (date_from) filters.push(on('t.day', db`t.day >= ${date_from}::date`));
  if (date_to) filters.push(on('t.day', db`t.day <= ${date_to}::date`));
  if (typedText(q ?? '') !== '') {
    const { piastres } = meaningOf(q!);
    filters.push(
      anyOf(db, [
        db`search_key(concat_ws(' ', t.made_by, t.signed_by, t.approved_by,
                                (select a.name from processor_accounts a where a.id = t.processor_account_id),
                                (select a.name from provider_bank_accounts a where a.id = t.bank_account_id)))
             like ${containsPattern(q!)}`,
        ...(piastres === null ? [] : [db`abs(${db.unsafe(CLOSING)}) * 100 = ${piastres}`]),
      ]),
    );
  }
  return {
    table: CUT_OFFS,
    scope: db`true`,
    filters,
    sort: { expression: SORTS[sortBy] },
    columns: columns(db),
  };
}

/** Reads a cut-off. */
export async function findCutOff(db: Db, id: number): Promise<CutOffRecord | undefined> {
  const [row] = await db<CutOffRecord[]>`
    select ${columns(db)} from reconciliation_cut_offs t where t.id = ${id}`;
  return row;
}

/**
 * Locks a prepared report against changes until the transaction ends.
 * @returns false when it is being replaced, or is no longer prepared
 */
export async function holdPrepared(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx`
    select from reconciliation_cut_offs where id = ${id} and state = 'prepared' for share skip locked`;
  return rows.length > 0;
}

/** Waits until nobody holds a lock on a report, and keeps others from locking it. */
export async function lockCutOff(tx: Tx, id: number): Promise<void> {
  await tx`select from reconciliation_cut_offs where id = ${id} for update`;
}

/** The subject of a report: an account at a processor, or a bank account. */
export type Of = { accountId: number } | { bankAccountId: number };

const isOf = (db: Db, of: Of): Sql =>
  'accountId' in of ? db`processor_account_id = ${of.accountId}` : db`bank_account_id = ${of.bankAccountId}`;

/** Finds the prepared report of an account that is not signed, and the last signed one. */
export async function findLatest(tx: Tx, of: Of) {
  const rows = await tx<{ id: number; state: CutOffState; day: string; figures: Figures }[]>`
    select id, state, day::text as day, figures from reconciliation_cut_offs
     where ${isOf(tx, of)} and state in ('prepared', 'signed') order by day desc`;
  return {
    prepared: rows.find(({ state }) => state === 'prepared'),
    signed: rows.find(({ state }) => state === 'signed'),
  };
}

/** Finds an account with the longest terms of its profiles; undefined if it does not exist. */
export async function findAccount(db: Db, id: number) {
  const [row] = await db<{ name: string; lagDays: number; paidWithinDays: number }[]>`
    select a.name, coalesce(max(p.lag_days), 0)::int as "lagDays", coalesce(max(p.paid_within_days), 0)::int as "paidWithinDays"
      from processor_accounts a left join reconciliation_profiles p on p.processor_account_id = a.id
     where a.id = ${id} group by a.id`;
  return row;
}

/** Returns whether the provider has such a bank account. */
export async function isBankAccount(db: Db, id: number): Promise<boolean> {
  return (await db`select from provider_bank_accounts where id = ${id}`).length > 0;
}

/** Lists the profiles of an account as stated in a report. */
export function listTerms(db: Db, accountId: number) {
  return db<
    {
      name: string;
      tolerancePiastres: number;
      lagDays: number;
      paidWithinDays: number;
      feeRateBps: number | null;
      feeFixedPiastres: number;
      feeVatBps: number;
    }[]
  >`
    select name, tolerance_piastres as "tolerancePiastres", lag_days as "lagDays", paid_within_days as "paidWithinDays",
           fee_rate_bps as "feeRateBps", fee_fixed_piastres as "feeFixedPiastres", fee_vat_bps as "feeVatBps"
      from reconciliation_profiles where processor_account_id = ${accountId} order by name, id`;
}

/** Lists the days on which the breaks in `cut_off_rows` were found. */
export async function listBreakDays(tx: Tx): Promise<string[]> {
  const rows = await tx<
    { day: string }[]
  >`select distinct day::text as day from cut_off_rows where what = 'break'`;
  return rows.map(({ day }) => day);
}

/**
 * Inserts a cut-off with the rows of `cut_off_rows`; the caller computed its hash from the streamed rows.
 * @returns its id
 */
export async function insertCutOff(
  tx: Tx,
  made: {
    of: Of;
    day: string;
    endsAt: Date;
    afterDay: string | null;
    figures: Figures;
    sha256: Buffer;
    rows: number;
    isExplained: boolean;
    madeBy: string;
    now: Date;
  },
): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into reconciliation_cut_offs (processor_account_id, bank_account_id, day, ends_at, after_day, figures, sha256, rows, is_explained, made_by, made_at)
    values (${'accountId' in made.of ? made.of.accountId : null}, ${'bankAccountId' in made.of ? made.of.bankAccountId : null}, ${made.day}, ${made.endsAt}, ${made.afterDay}, ${tx.json(made.figures as never)}, ${made.sha256},
            ${made.rows}, ${made.isExplained}, ${made.madeBy}, ${made.now})
    returning id`;
  const id = row!.id;
  await tx`
    insert into reconciliation_cut_off_rows (cut_off_id, n, what, kind, merchant_id, reference, amount_piastres, day, explained_as,
                                             owner, working_days)
    select ${id}, n, what, kind, merchant_id, reference, amount, day, explained_as, owner, working_days from cut_off_numbered`;
  return id;
}

/**
 * Creates `cut_off_numbered`: `cut_off_rows` numbered in the order of the report, with the ages of breaks.
 * @returns how many
 */
export async function numberRows(tx: Tx, ages: Readonly<Record<string, number>>): Promise<number> {
  await tx`
    create temporary table cut_off_numbered on commit drop as
    select (row_number() over (order by array_position(array['item', 'batch', 'bank_line', 'suspense', 'break', 'write_off'], what),
                                        explained_as not in ('unexplained', 'nobody'), day, kind, merchant_id, item_id, amount))::int as n,
           what, kind, merchant_id, reference, amount, day, explained_as, owner,
           case what when 'break' then (${tx.json(ages)}::jsonb ->> day::text)::int end as working_days
      from cut_off_rows`;
  const [row] = await tx<[{ count: number }]>`select count(*)::int as count from cut_off_numbered`;
  return row.count;
}

/** Yields the rows as text, in order, in chunks. */
export async function* textOfRows(tx: Tx): AsyncGenerator<string[]> {
  const cursor = tx<{ text: string }[]>`
    select jsonb_build_array(what, kind, merchant_id, reference, amount, day, explained_as, owner, working_days)::text as text
      from cut_off_numbered order by n`.cursor(2000);
  for await (const rows of cursor) yield rows.map(({ text }) => text);
}

/**
 * Returns whether the rows counted by a report of a moment have changed since: files with days up to `day` were
 * imported, or bank lines were counted by then. A line counts as changed too if it was unmatched since, or matched
 * without being open in the report.
 */
export async function hasChangedSince(
  tx: Tx,
  of: Of,
  { day, since }: { day: string; since: Date },
): Promise<boolean> {
  const rows =
    'accountId' in of
      ? await tx`
          select from reconciliation_files
           where processor_account_id = ${of.accountId} and state = 'imported' and created_at > ${since}
             and coalesce(first_day, (created_at at time zone 'Africa/Cairo')::date) <= ${day}::date limit 1`
      : await tx`
          select from bank_lines l join bank_statement_files f on f.id = l.file_id
           where l.bank_account_id = ${of.bankAccountId} and l.counted_on <= ${day}::date
             and (f.created_at > ${since}
                  or exists (select from reconciliation_breaks b where b.bank_line_id = l.id and b.opened_at > ${since})
                  or exists (select from bank_line_links k where k.line_id = l.id and k.created_at > ${since})
                     and not exists (select from reconciliation_breaks b
                                      where b.bank_line_id = l.id and (b.closed_at is null or b.closed_at > ${since})))
           limit 1`;
  return rows.length > 0;
}

export async function drop(tx: Tx, id: number): Promise<void> {
  await tx`update reconciliation_cut_offs set state = 'dropped' where id = ${id} and state = 'prepared'`;
}

export async function sign(
  tx: Tx,
  id: number,
  by: { signedBy: string; approvedBy: string; now: Date },
): Promise<void> {
  await tx`
    update reconciliation_cut_offs
       set state = 'signed', signed_by = ${by.signedBy}, approved_by = ${by.approvedBy}, signed_at = ${by.now}
     where id = ${id}`;
}

export async function reopen(
  tx: Tx,
  id: number,
  by: { actor: string; reason: string; now: Date },
): Promise<void> {
  await tx`
    update reconciliation_cut_offs
       set state = 'reopened', reopened_by = ${by.actor}, reopened_reason = ${by.reason}, reopened_at = ${by.now}
     where id = ${id}`;
}

/** A row of a cut-off. */
export interface RowRecord extends Omit<CutOffLine, 'amount' | 'reason' | 'working_days'> {
  amountPiastres: number;
  reason: CutOffReason;
  workingDays: number | null;
}

const rowColumns = (db: Db) => db`
  t.id, t.what, t.kind, t.reference, t.amount_piastres as "amountPiastres", t.day::text as day, t.explained_as as reason, t.owner,
  t.working_days as "workingDays"`;
const ROWS = `(
  select r.cut_off_id as merchant_id, r.n as id, r.what, r.kind, r.reference, r.amount_piastres, r.day, r.explained_as, r.owner,
         r.working_days
    from reconciliation_cut_off_rows r)`;

export interface RowFilters {
  what?: CutOffList | undefined;
  q?: string | undefined;
}

const ROW_SORTS = {
  place: { expression: 't.id', unique: true },
  amount: { expression: 't.amount_piastres' },
} as const satisfies Record<string, SortColumn>;

/** Returns the source of the list of a cut-off's rows. */
export function rowSource(
  db: Db,
  id: number,
  { sortBy }: Paging<keyof typeof ROW_SORTS>,
  { what, q = '' }: RowFilters,
): ListSource {
  const filters: Sql[] = what === undefined ? [] : [db`t.what = ${what}`];
  if (typedText(q) !== '') {
    const { piastres } = meaningOf(q);
    const begins = prefixPattern(q);
    filters.push(
      anyOf(db, [
        db`t.reference like ${begins}`,
        db`t.reference like ${begins.toUpperCase()}`,
        ...(piastres === null ? [] : [db`t.amount_piastres in (${piastres}, ${-piastres})`]),
      ]),
    );
  }
  return {
    table: ROWS,
    scope: db`t.merchant_id = ${id}`,
    filters,
    sort: ROW_SORTS[sortBy],
    columns: rowColumns(db),
  };
}

/** Reads the first rows of one list of a cut-off. */
export const firstRows = (db: Db, id: number, what: CutOffList, most: number) => db<RowRecord[]>`
  select ${rowColumns(db)} from ${db.unsafe(ROWS)} t where t.merchant_id = ${id} and t.what = ${what} order by t.id limit ${most}`;
