import type { BankLink } from '@daftar/contract/ops-bank-statements';
import type { Db, Tx } from '../../platform/db/connect.ts';
import type { OpenLine, Payable } from './match.ts';

/** Lines that are looked at at once; the newest first. */
const MAX_LINES = 50_000;
const MAX_BATCHES = 20_000;

/** Lists the lines that nothing explains, neither a link nor a person. */
export function listOpenLines(db: Db): Promise<OpenLine[]> {
  return db<OpenLine[]>`
    select l.id, l.booked_on as "bookedOn", l.amount_piastres as "amountPiastres",
           concat_ws(' ', l.bank_reference, l.own_reference, l.detail) as said
      from bank_lines l
     where not exists (select from bank_line_links k where k.line_id = l.id)
       and not exists (select from reconciliation_breaks b where b.bank_line_id = l.id and b.closed_at is not null)
     order by l.id desc limit ${MAX_LINES}`;
}

/** Lists the batches of which no line is known; of those that were booked by hand, what was booked. */
export function listPayable(db: Db, from: string): Promise<Payable[]> {
  return db<Payable[]>`
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
     order by b.id desc limit ${MAX_BATCHES}`;
}

export interface NewLink {
  lineId: number;
  batchId: number;
  amountPiastres: number;
  rule: BankLink['rule'];
}

/** Writes what lines are about, and closes the breaks of both. */
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

/** Closes the breaks of lines that are explained. */
async function closeBreaks(
  tx: Tx,
  lineIds: readonly number[],
  by: { actor: string; now: Date },
): Promise<void> {
  await tx`
    update reconciliation_breaks set state = 'resolved', ended_as = 'matched', closed_at = ${by.now}, closed_by = ${by.actor}
     where closed_at is null and bank_line_id = any (${[...lineIds]}::bigint[])`;
}

/** Closes the breaks of batches whose money has come. */
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
 * Matches lines with transfers of ours: by the ids that the bank repeats, or that of the whole file, where the amounts are the
 * same. A debit is what was sent, a credit what came back. A line of a transfer that the bank said it had rejected contradicts
 * that, and its money may be sent again: a person looks at it.
 * @returns the number of lines
 */
export async function linkTransfers(tx: Tx, by: { actor: string; now: Date }): Promise<number> {
  const rows = await tx<{ line_id: number }[]>`
    with open as (
      select l.* from bank_lines l
       where not exists (select from bank_line_links k where k.line_id = l.id)
         and not exists (select from reconciliation_breaks b where b.bank_line_id = l.id and b.closed_at is not null)
       order by l.id desc limit ${MAX_LINES}),
    named as (
      select o.id as line_id, o.amount_piastres, r.id as transfer_id, r.amount_piastres as sent
        from open o cross join lateral unnest(o.transfer_ids) u (name)
        join bank_transfers r on r.end_to_end_id = u.name and r.state in ('sent', 'paid', 'returned')
        join bank_transfer_batches b on b.id = r.batch_id and b.bank_account_id = o.bank_account_id
       union all
      select o.id, o.amount_piastres, r.id, r.amount_piastres
        from open o
       cross join lateral (select m[1] as message_id
          from regexp_matches(upper(o.own_reference || ' ' || o.detail), 'DAFTAR-[0-9A-Z]{8,28}', 'g') m) u
        join bank_transfer_batches b on b.message_id = u.message_id and b.bank_account_id = o.bank_account_id
        join bank_transfers r on r.batch_id = b.id and r.state in ('sent', 'paid', 'returned')
       where o.amount_piastres < 0 and o.transfer_ids = '{}'),
    whole as (
      select n.line_id from named n
       group by n.line_id, n.amount_piastres
      having sum(n.sent) = abs(n.amount_piastres)
         and not bool_or(exists (select from bank_line_links k
                                  where k.transfer_id = n.transfer_id and (k.amount_piastres > 0) = (n.amount_piastres > 0)))),
    -- Two lines of the same transfer: a person looks at the second.
    firsts as (
      select n.transfer_id, n.amount_piastres > 0 as is_back, min(n.line_id) as line_id
        from named n join whole w on w.line_id = n.line_id group by 1, 2),
    good as (
      select w.line_id from whole w
       where not exists (select from named n
                           join firsts f on f.transfer_id = n.transfer_id and f.is_back = (n.amount_piastres > 0)
                          where n.line_id = w.line_id and f.line_id <> w.line_id)),
    linked as (
      insert into bank_line_links (line_id, transfer_id, amount_piastres, rule, actor, created_at)
      select distinct n.line_id, n.transfer_id, sign(n.amount_piastres)::int * n.sent, 'id', ${by.actor}, ${by.now}::timestamptz
        from named n join good g on g.line_id = n.line_id
      returning line_id)
    select distinct line_id from linked`;
  await closeBreaks(
    tx,
    rows.map(({ line_id }) => line_id),
    by,
  );
  return rows.length;
}

/** Opens a break for each line that nothing explains and that has none. @returns how many */
export async function openBreaks(tx: Tx, now: Date): Promise<number> {
  const rows = await tx`
    insert into reconciliation_breaks (bank_account_id, bank_line_id, kind, reference, amount_piastres, currency, opened_at)
    select l.bank_account_id, l.id, case when l.amount_piastres > 0 then 'credit_without_batch' else 'debit_without_transfer' end,
           coalesce(nullif(l.bank_reference, ''), l.own_reference), l.amount_piastres, 'EGP', ${now}
      from bank_lines l
     where not exists (select from bank_line_links k where k.line_id = l.id)
       and not exists (select from reconciliation_breaks b where b.bank_line_id = l.id)
    returning 1`;
  return rows.length;
}

/** Takes the links of lines away, and opens their breaks again. */
export async function deleteLinks(tx: Tx, lineIds: readonly number[], now: Date): Promise<void> {
  await tx`delete from bank_line_links where line_id = any (${[...lineIds]}::bigint[])`;
  await tx`
    insert into reconciliation_breaks (bank_account_id, bank_line_id, kind, reference, amount_piastres, currency, opened_at)
    select l.bank_account_id, l.id, case when l.amount_piastres > 0 then 'credit_without_batch' else 'debit_without_transfer' end,
           coalesce(nullif(l.bank_reference, ''), l.own_reference), l.amount_piastres, 'EGP', ${now}
      from bank_lines l where l.id = any (${[...lineIds]}::bigint[])
    on conflict do nothing`;
}

/** The batches of a file that is taken back: what the bank's lines said of them is open again. */
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

/** A batch that should be on the bank's statement by now: not booked, or booked by hand. */
export interface UnpaidBatch {
  id: number;
  accountId: number;
  kind: 'batch_not_paid' | 'booked_without_line';
  name: string;
  amountPiastres: number;
}

/** Lists after how many working days banks must have batches, by the profiles. */
export async function listTerms(db: Db): Promise<number[]> {
  const rows = await db<{ days: number }[]>`
    select distinct paid_within_days as days from reconciliation_profiles order by 1`;
  return rows.map(({ days }) => days);
}

/**
 * Lists batches of which no line of the bank's is known, although they were due before the day that goes with their profile's
 * term, and which have no break. One that was booked by hand is missed only where a statement covers its day: a provider that
 * imports no statements misses nothing.
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

/** Opens a break for each. */
export async function openUnpaid(tx: Tx, batches: readonly UnpaidBatch[], now: Date): Promise<void> {
  const column = <K extends keyof UnpaidBatch>(name: K) => batches.map((batch) => batch[name]);
  await tx`
    insert into reconciliation_breaks (processor_account_id, batch_id, kind, reference, amount_piastres, currency, opened_at)
    select u.account, u.id, u.kind, u.name, u.amount, 'EGP', ${now}
      from unnest(${column('id')}::bigint[], ${column('accountId')}::bigint[], ${column('kind')}::text[],
                  ${column('name')}::text[], ${column('amountPiastres')}::bigint[]) u (id, account, kind, name, amount)
    on conflict do nothing`;
}

/** What people have said lines are not about. */
export async function listRefused(tx: Tx, lineIds: readonly number[]): Promise<ReadonlySet<string>> {
  const rows = await tx<{ pair: string }[]>`
    select line_id || ' ' || batch_id as pair from bank_line_refusals where line_id = any (${[...lineIds]}::bigint[])`;
  return new Set(rows.map(({ pair }) => pair));
}

/** Keeps that a line is not about batches, because a person says so. */
export async function refuseLinks(tx: Tx, lineId: number, batchIds: readonly number[]): Promise<void> {
  await tx`
    insert into bank_line_refusals (line_id, batch_id)
    select ${lineId}, id from unnest(${[...batchIds]}::bigint[]) u (id) on conflict do nothing`;
}
