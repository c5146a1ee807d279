/**
 * Computes the matches of a bank account's lines at the end of a day, in temporary tables that last until the
 * transaction ends.
 */

import type { Tx } from '../../platform/db/connect.ts';
import type { PatientTx } from '../../platform/db/long-work.ts';
import type { Sum } from './store-draw.ts';

/** The period of a cut-off of a bank account. */
export interface BankPeriod {
  bankAccountId: number;
  /** `YYYY-MM-DD`, in Cairo. */
  day: string;
  /** The last day of the previous signed period; null: from the beginning. */
  afterDay: string | null;
  endsAt: Date;
  /** Null: from the beginning. */
  startsAt: Date | null;
}

/** Creates `cut_off_bank_lines`: the lines of the period and the open ones of earlier periods, each with its match. */
export async function drawBankLines(tx: PatientTx, { bankAccountId, day, afterDay }: BankPeriod) {
  await tx`
    create temporary table cut_off_bank_lines on commit drop as
    with links as (
      select k.line_id, sum(k.amount_piastres) as amount, bool_or(k.batch_id is not null) as of_batch
        from bank_line_links k join bank_lines l on l.id = k.line_id
       where l.bank_account_id = ${bankAccountId} and l.counted_on <= ${day}::date group by 1)
    select * from (
      select l.id, l.amount_piastres as amount, l.booked_on,
             ${afterDay}::date is null or l.counted_on > ${afterDay}::date as is_of_period,
             coalesce(nullif(l.bank_reference, ''), l.own_reference) as reference, b.kind, b.owner,
             case when k.amount = l.amount_piastres and k.of_batch then 'batch'
                  when k.amount = l.amount_piastres then 'transfer'
                  when b.id is not null and b.closed_at is null and b.owner is not null then 'break'
                  when b.id is not null and b.closed_at is null then 'nobody'
                  when b.ended_as = 'written_off' then 'written_off'
                  when b.ended_as = 'explained' then 'closed'
                  else 'unexplained' end as explained_as
        from bank_lines l
        left join links k on k.line_id = l.id
        left join lateral (
          -- Most lines are matched: their breaks explain nothing, and looking them up would take most of the time.
          select b.* from reconciliation_breaks b
           where b.bank_line_id = l.id and k.amount is distinct from l.amount_piastres
           order by b.closed_at is not null, b.id desc limit 1) b on true
       where l.bank_account_id = ${bankAccountId} and l.counted_on <= ${day}::date) l
     where is_of_period or explained_as in ('break', 'nobody', 'unexplained')`;
}

/**
 * Creates `cut_off_rows`: open breaks, as old as their lines, manually explained lines, and write-offs. Matched lines
 * are only summed up.
 */
export async function drawBankRows(tx: Tx, { bankAccountId, endsAt, startsAt }: BankPeriod) {
  const starts = startsAt ?? new Date(0);
  await tx`
    create temporary table cut_off_rows on commit drop as
    select case when l.explained_as in ('break', 'nobody') then 'break' else 'bank_line' end as what,
           case when l.explained_as in ('break', 'nobody') then l.kind when l.amount > 0 then 'credit' else 'debit' end as kind,
           null::bigint as merchant_id, l.id as item_id, l.reference, l.amount, l.booked_on as day,
           l.explained_as, case when l.explained_as = 'break' then l.owner end as owner
      from cut_off_bank_lines l where l.explained_as not in ('batch', 'transfer')
    union all
    select 'write_off', w.account, null, w.id, b.reference, x.amount, (x.at at time zone 'Africa/Cairo')::date, x.what,
           w.approved_by
      from reconciliation_breaks b
      join reconciliation_write_offs w on w.break_id = b.id
     cross join lateral (values ('written_off', w.amount_piastres, w.created_at),
                                ('taken_back', -w.amount_piastres, w.undone_at)) x (what, amount, at)
     where b.bank_account_id = ${bankAccountId} and x.at >= ${starts} and x.at < ${endsAt}`;
}

/** Balances at the bank, in piastres. */
export interface BankBalance {
  opening: number;
  closing: number;
  difference: number;
  coveredUntil: string | null;
}

/** Sums up the account's lines from its first opening balance on. */
export async function sumBalance(tx: Tx, { bankAccountId, day, afterDay }: BankPeriod): Promise<BankBalance> {
  const [row] = await tx<BankBalance[]>`
    select (coalesce(f.opening, 0) + coalesce(l.before, 0))::bigint as opening,
           (coalesce(f.opening, 0) + coalesce(l.until, 0))::bigint as closing,
           (coalesce(f.closing - f.opening, 0) - coalesce(l.every, 0))::bigint as difference, f.until::text as "coveredUntil"
      from (select sum(amount_piastres) as every, sum(amount_piastres) filter (where counted_on <= ${day}::date) as until,
                   sum(amount_piastres) filter (where counted_on <= ${afterDay}::date) as before
              from bank_lines where bank_account_id = ${bankAccountId}) l
      left join (select covered_opening_piastres as opening, covered_closing_piastres as closing, covered_last_day as until
                   from bank_statement_files where bank_account_id = ${bankAccountId} and state = 'imported'
                  order by id desc limit 1) f on true`;
  return row!;
}

/** Sums up `cut_off_bank_lines` by period, side and reason. */
export function sumBankLines(
  tx: Tx,
): Promise<{ isOfPeriod: boolean; isCredit: boolean; reason: string; count: number; piastres: number }[]> {
  return tx`
    select is_of_period as "isOfPeriod", amount > 0 as "isCredit", explained_as as reason, count(*)::int as count,
           sum(amount)::bigint as piastres
      from cut_off_bank_lines group by 1, 2, 3 order by 1, 2, 3`;
}

/**
 * Sums up the lines of batches by account at a processor, and those whose batch was not booked by the end of the day.
 */
export function sumAccounts(
  tx: Tx,
  { endsAt }: BankPeriod,
): Promise<({ id: number; name: string; open: Sum } & Sum)[]> {
  return tx`
    select a.id, a.name, count(distinct l.id)::int as count, sum(k.amount_piastres)::bigint as piastres,
           jsonb_build_object(
             'count', count(distinct l.id) filter (where x.is_open),
             'piastres', coalesce(sum(k.amount_piastres) filter (where x.is_open), 0)::bigint) as open
      from cut_off_bank_lines l
      join bank_line_links k on k.line_id = l.id
      join reconciliation_batches b on b.id = k.batch_id
     cross join lateral (select b.booked_at is null or b.booked_at >= ${endsAt} as is_open) x
      join reconciliation_files f on f.id = b.file_id
      join processor_accounts a on a.id = f.processor_account_id
     where l.is_of_period and l.explained_as = 'batch'
     group by a.id, a.name order by a.id`;
}
