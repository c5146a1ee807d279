import type { BankLink } from '@daftar/contract/ops-bank-statements';
import type { Db, Tx } from '../../platform/db/connect.ts';
import type { PatientTx } from '../../platform/db/long-work.ts';
import type { OpenLine, Payable } from './match.ts';

/** Number of rows read at once from large results. */
const PAGE = 1_000;

/**
 * Creates `open_bank_lines`: the lines of a new file, which are all unmatched, and those with an open break. Every
 * other line is explained. A temporary table, because a query of the tables being written would scan the rows just
 * written for each row.
 */
export async function openLines(tx: PatientTx, newFileId: number | null): Promise<void> {
  await tx`
    create temporary table open_bank_lines on commit drop as
    select l.id, l.bank_account_id, l.booked_on, l.amount_piastres, l.bank_reference, l.own_reference, l.detail, l.transfer_ids,
           true as is_new
      from bank_lines l where l.file_id = ${newFileId}::bigint
    union all
    select l.id, l.bank_account_id, l.booked_on, l.amount_piastres, l.bank_reference, l.own_reference, l.detail, l.transfer_ids,
           false
      from reconciliation_breaks b join bank_lines l on l.id = b.bank_line_id
     where b.bank_line_id is not null and b.closed_at is null`;
  await tx`analyze open_bank_lines`;
}

/** Returns the day of the oldest line in `open_bank_lines`; null if there is none. */
export async function oldestOpenDay(tx: Tx): Promise<string | null> {
  const [row] = await tx<[{ day: string | null }]>`select min(booked_on) as day from open_bank_lines`;
  return row.day;
}

/** Reads all of `open_bank_lines` page by page, the newest first. */
export function readOpenLines(tx: Tx): AsyncIterable<OpenLine[]> {
  return tx<OpenLine[]>`
    select l.id, l.booked_on as "bookedOn", l.amount_piastres as "amountPiastres",
           concat_ws(' ', l.bank_reference, l.own_reference, l.detail) as said
      from open_bank_lines l order by l.id desc`.cursor(PAGE);
}

/** Removes lines from `open_bank_lines` that are now matched. */
export async function closeLines(tx: Tx, lineIds: readonly number[]): Promise<void> {
  await tx`
    delete from open_bank_lines o using unnest(${[...lineIds]}::bigint[]) u (id) where o.id = u.id`;
}

/** Lists all batches without a bank line; manually booked ones with the booked amount. */
export async function listPayable(tx: Tx, from: string): Promise<Payable[]> {
  const found: Payable[] = [];
  // Read page by page, so that other requests run meanwhile.
  const pages = tx<Payable[]>`
    select b.id, array_remove(array[b.name, b.bank_reference], null) as names,
           coalesce(b.received_piastres, b.net_piastres) as "amountPiastres",
           case when b.booked_at is null then p.tolerance_piastres else 0 end as "tolerancePiastres",
           b.booked_at is not null as "isBooked", x.due as "dueOn"
      from reconciliation_batches b
      join reconciliation_files f on f.id = b.file_id and f.state = 'imported'
      join reconciliation_profiles p on p.id = f.profile_id
      -- Nobody pays test money.
      join processor_accounts a on a.id = f.processor_account_id and a.mode = 'live'
     cross join lateral (select coalesce(b.received_on, b.value_on, f.last_day,
                                         (f.created_at at time zone 'Africa/Cairo')::date) as due) x
     where b.currency = 'EGP' and coalesce(b.received_piastres, b.net_piastres) <> 0 and x.due >= ${from}::date - 45
       and not exists (select from bank_line_links k where k.batch_id = b.id)
     order by b.id desc`.cursor(PAGE);
  for await (const page of pages) found.push(...page);
  return found;
}

export interface NewLink {
  lineId: number;
  batchId: number;
  amountPiastres: number;
  rule: BankLink['rule'];
}

/** Stores matches of lines with batches, and closes the breaks of both. */
export async function insertLinks(
  tx: Tx,
  links: readonly NewLink[],
  by: { actor: string; now: Date },
): Promise<void> {
  if (links.length === 0) return;
  const column = <K extends keyof NewLink>(name: K) => links.map((link) => link[name]);
  await tx`
    insert into bank_line_links (line_id, batch_id, amount_piastres, rule, actor, created_at)
    select k.line_id, k.batch_id, k.amount, k.rule, ${by.actor}, ${by.now}
      from unnest(${column('lineId')}::bigint[], ${column('batchId')}::bigint[], ${column('amountPiastres')}::bigint[],
                  ${column('rule')}::text[]) k (line_id, batch_id, amount, rule)`;
  await closeBreaks(tx, column('lineId'), by);
  await closeUnpaid(tx, column('batchId'), by);
}

/** Closes the breaks of lines that are now explained. */
async function closeBreaks(
  tx: Tx,
  lineIds: readonly number[],
  by: { actor: string; now: Date },
): Promise<void> {
  await tx`
    update reconciliation_breaks set state = 'resolved', ended_as = 'matched', closed_at = ${by.now}, closed_by = ${by.actor}
     where closed_at is null and bank_line_id = any (${[...lineIds]}::bigint[])`;
}

/** Closes the breaks of batches that are now paid. */
export async function closeUnpaid(
  tx: Tx,
  batchIds: readonly number[],
  by: { actor: string; now: Date },
): Promise<void> {
  await tx`
    update reconciliation_breaks set state = 'resolved', ended_as = 'arrived', closed_at = ${by.now}, closed_by = ${by.actor}
     where closed_at is null and batch_id = any (${[...batchIds]}::bigint[])`;
}

/**
 * Matches lines with our transfers, by ids of transfers or of a whole file that the bank repeats, if the amounts are
 * equal. A debit is the transfer, a credit its return. A line of a transfer that the bank reported as rejected
 * contradicts that report, and the money may be sent again, so it is left to an operator.
 * @returns the number of lines
 */
export async function linkTransfers(tx: Tx, by: { actor: string; now: Date }): Promise<number> {
  const rows = await tx<{ line_id: number }[]>`
    with named as materialized (
      select o.id as line_id, o.amount_piastres, r.id as transfer_id, r.amount_piastres as sent
        from open_bank_lines o cross join lateral unnest(o.transfer_ids) u (name)
        join bank_transfers r on r.end_to_end_id = u.name and r.state in ('sent', 'paid', 'returned')
        join bank_transfer_batches b on b.id = r.batch_id and b.bank_account_id = o.bank_account_id
       union all
      select o.id, o.amount_piastres, r.id, r.amount_piastres
        from open_bank_lines o
       cross join lateral (
          select m[1] as message_id from regexp_matches(upper(o.own_reference || ' ' || o.detail), 'DAFTAR-[0-9A-Z]{8,28}', 'g') m
           union
          -- Ours has twelve letters: found also where the bank has broken it.
          select m[1] from regexp_matches(upper(replace(o.own_reference || '|' || o.detail, ' ', '')), 'DAFTAR-[0-9A-Z]{12}', 'g') m) u
        join bank_transfer_batches b on b.message_id = u.message_id and b.bank_account_id = o.bank_account_id
        join bank_transfers r on r.batch_id = b.id and r.state in ('sent', 'paid', 'returned')
       where o.amount_piastres < 0 and o.transfer_ids = '{}'),
    summed as (
      select n.*, sum(n.sent) over of_line as total, bool_or(exists (
               select from bank_line_links k
                where k.transfer_id = n.transfer_id and (k.amount_piastres > 0) = (n.amount_piastres > 0))) over of_line as is_taken
        from named n window of_line as (partition by n.line_id)),
    -- Two lines of the same transfer: a person looks at the second.
    ranked as (
      select s.*, min(s.line_id) over (partition by s.transfer_id, s.amount_piastres > 0) = s.line_id as is_first
        from summed s where s.total = abs(s.amount_piastres) and not s.is_taken),
    good as (select r.*, bool_and(r.is_first) over (partition by r.line_id) as is_good from ranked r),
    linked as (
      insert into bank_line_links (line_id, transfer_id, amount_piastres, rule, actor, created_at)
      select distinct g.line_id, g.transfer_id, sign(g.amount_piastres)::int * g.sent, 'id', ${by.actor}, ${by.now}::timestamptz
        from good g where g.is_good
      returning line_id)
    select distinct line_id from linked`;
  const lineIds = rows.map(({ line_id }) => line_id);
  await closeLines(tx, lineIds);
  await closeBreaks(tx, lineIds, by);
  return rows.length;
}

/** Opens a break for each new unmatched line in `open_bank_lines`; the others have one already. @returns how many */
export async function openBreaks(tx: Tx, now: Date): Promise<number> {
  const rows = await tx`
    insert into reconciliation_breaks (bank_account_id, bank_line_id, kind, reference, amount_piastres, currency, opened_at)
    select l.bank_account_id, l.id, case when l.amount_piastres > 0 then 'credit_without_batch' else 'debit_without_transfer' end,
           coalesce(nullif(l.bank_reference, ''), l.own_reference), l.amount_piastres, 'EGP', ${now}
      from open_bank_lines l where l.is_new order by l.id`;
  return rows.count;
}

/** Removes the matches of lines, and reopens their breaks. */
export async function deleteLinks(tx: Tx, lineIds: readonly number[], now: Date): Promise<void> {
  await tx`delete from bank_line_links where line_id = any (${[...lineIds]}::bigint[])`;
  await tx`
    insert into reconciliation_breaks (bank_account_id, bank_line_id, kind, reference, amount_piastres, currency, opened_at)
    select l.bank_account_id, l.id, case when l.amount_piastres > 0 then 'credit_without_batch' else 'debit_without_transfer' end,
           coalesce(nullif(l.bank_reference, ''), l.own_reference), l.amount_piastres, 'EGP', ${now}
      from bank_lines l where l.id = any (${[...lineIds]}::bigint[])
    on conflict do nothing`;
}

/** Releases the batches of a file whose import is undone: the bank lines matched with them are open again. */
export async function releaseBatches(
  tx: Tx,
  fileId: number,
  by: { actor: string; now: Date },
): Promise<void> {
  const rows = await tx<{ line_id: number }[]>`
    select distinct k.line_id from bank_line_links k join reconciliation_batches b on b.id = k.batch_id
     where b.file_id = ${fileId}`;
  await deleteLinks(
    tx,
    rows.map(({ line_id }) => line_id),
    by.now,
  );
  await tx`
    update reconciliation_breaks set state = 'resolved', ended_as = 'undone', closed_at = ${by.now}, closed_by = ${by.actor}
     where closed_at is null and batch_id in (select b.id from reconciliation_batches b where b.file_id = ${fileId})`;
}

/** A batch that should be on the bank's statement by now: not booked, or booked manually. */
export interface UnpaidBatch {
  id: number;
  accountId: number;
  kind: 'batch_not_paid' | 'booked_without_line';
  name: string;
  amountPiastres: number;
}

/** Lists the terms of the profiles, in working days, within which banks must have received batches. */
export async function listTerms(db: Db): Promise<number[]> {
  const rows = await db<{ days: number }[]>`
    select distinct paid_within_days as days from reconciliation_profiles order by 1`;
  return rows.map(({ days }) => days);
}

/**
 * Lists batches without a bank line or a break whose due day is before the day that belongs to their profile's term.
 * A manually booked one is listed only if a statement covers its day, so a provider that imports no statements misses
 * nothing.
 * @param terms working days, and the day (`YYYY-MM-DD`) before which they have passed
 */
export function listUnpaid(
  db: Db,
  terms: readonly { days: number; before: string }[],
): Promise<UnpaidBatch[]> {
  return db<UnpaidBatch[]>`
    select b.id, f.processor_account_id as "accountId", x.kind, coalesce(nullif(b.name, ''), b.bank_reference, '') as name,
           x.amount as "amountPiastres"
      from reconciliation_batches b
      join reconciliation_files f on f.id = b.file_id and f.state = 'imported'
      join processor_accounts a on a.id = f.processor_account_id and a.mode = 'live'
      join reconciliation_profiles p on p.id = f.profile_id
      join unnest(${terms.map(({ days }) => days)}::int[], ${terms.map(({ before }) => before)}::date[]) w (days, before)
        on w.days = p.paid_within_days
     cross join lateral (
       select coalesce(b.received_on, b.value_on, f.last_day, (f.created_at at time zone 'Africa/Cairo')::date) as due,
              coalesce(b.received_piastres, b.net_piastres) as amount,
              case when b.booked_at is null then 'batch_not_paid' else 'booked_without_line' end as kind) x
     where b.currency = 'EGP' and x.amount <> 0 and x.due < w.before
       and not exists (select from bank_line_links k where k.batch_id = b.id)
       and (b.booked_at is null or exists (
             select from bank_statement_files s
              where s.state = 'imported' and x.due between s.covered_first_day and s.covered_last_day))
       -- What a person has explained stays explained.
       and not exists (select from reconciliation_breaks r
                        where r.batch_id = b.id and (r.closed_at is null or r.kind = x.kind and r.ended_as = 'explained'))
     order by b.id limit 10000`;
}

/** Opens a break for each of these batches. */
export async function openUnpaid(tx: Tx, batches: readonly UnpaidBatch[], now: Date): Promise<void> {
  const column = <K extends keyof UnpaidBatch>(name: K) => batches.map((batch) => batch[name]);
  await tx`
    insert into reconciliation_breaks (processor_account_id, batch_id, kind, reference, amount_piastres, currency, opened_at)
    select u.account, u.id, u.kind, u.name, u.amount, 'EGP', ${now}
      from unnest(${column('id')}::bigint[], ${column('accountId')}::bigint[], ${column('kind')}::text[],
                  ${column('name')}::text[], ${column('amountPiastres')}::bigint[]) u (id, account, kind, name, amount)
    on conflict do nothing`;
}

/** Lists the pairs of line and batch that operators have ruled out. */
export async function listRefused(tx: Tx, lineIds: readonly number[]): Promise<ReadonlySet<string>> {
  const rows = await tx<{ pair: string }[]>`
    select line_id || ' ' || batch_id as pair from bank_line_refusals where line_id = any (${[...lineIds]}::bigint[])`;
  return new Set(rows.map(({ pair }) => pair));
}

/** Records that an operator has ruled out these batches for a line. */
export async function refuseLinks(tx: Tx, lineId: number, batchIds: readonly number[]): Promise<void> {
  await tx`
    insert into bank_line_refusals (line_id, batch_id)
    select ${lineId}, id from unnest(${[...batchIds]}::bigint[]) u (id) on conflict do nothing`;
}
