/** Invariants of the stored figures of payments, checked by `ledger:check`. */
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';

/** The figures of closed days equal the rows, for merchants and days without changes since the last run but one. */
const figures: Check = (tx) => tx<Difference[]>`
  with state as (select next_day, as_of - interval '15 minutes' as before from payment_figures_state where as_of is not null),
  counted as (
    select t.merchant_id, t.mode, (t.created_at at time zone 'Africa/Cairo')::date as day,
           concat_ws(' ', count(*) filter (where status in (1, 3)), 'paid',
                     coalesce(sum(charged_piastres) filter (where status in (1, 3)), 0), 'fee',
                     coalesce(sum(fee_piastres) filter (where status in (1, 3)), 0), 'VAT',
                     coalesce(sum(vat_piastres) filter (where status in (1, 3)), 0), 'failed',
                     count(*) filter (where status in (2, 5))) as figures
      from transactions t, state s
     where not is_payout and t.created_at < s.next_day::timestamp at time zone 'Africa/Cairo'
     group by 1, 2, 3 having max(t.updated_at) < min(s.before)),
  kept as (
    select merchant_id, mode, day,
           concat_ws(' ', sum(paid_count), 'paid', sum(paid_piastres), 'fee', sum(fee_piastres), 'VAT', sum(vat_piastres),
                     'failed', sum(failed_count)) as figures
      from payment_figures group by 1, 2, 3)
  select 'payment_figures' as rule, merchant_id as "merchantId", concat_ws(' ', mode, day) as subject,
         c.figures as expected, coalesce(k.figures, 'none') as actual
    from counted c left join kept k using (merchant_id, mode, day)
   where c.figures is distinct from k.figures
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The totals of a day are the sum of its merchants. */
const totals: Check = (tx) => tx<Difference[]>`
  with summed as (
    select mode, day, concat_ws(' ', sum(paid_count), sum(paid_piastres), sum(fee_piastres), sum(cost_piastres)) as figures
      from payment_figures group by 1, 2),
  kept as (
    select mode, day, concat_ws(' ', sum(paid_count), sum(paid_piastres), sum(fee_piastres), sum(cost_piastres)) as figures
      from payment_totals group by 1, 2)
  select 'payment_totals' as rule, 0 as "merchantId", concat_ws(' ', mode, day) as subject,
         coalesce(s.figures, 'none') as expected, coalesce(k.figures, 'none') as actual
    from summed s full join kept k using (mode, day)
   where s.figures is distinct from k.figures
   order by 3 limit ${LISTED_PER_RULE}`;

/** The stored hours of a closed day add up to it. */
const hours: Check = (tx) => tx<Difference[]>`
  with days as (
    select merchant_id, mode, day, concat_ws(' ', sum(paid_count), sum(paid_piastres), sum(fee_piastres), sum(vat_piastres),
                                             sum(failed_count), sum(refunded_piastres)) as figures
      from payment_figures
     where day >= (select (min(hour) at time zone 'Africa/Cairo')::date + 1 from payment_hours)
       and day < (select next_day from payment_figures_state)
     group by 1, 2, 3),
  kept as (
    select merchant_id, mode, (hour at time zone 'Africa/Cairo')::date as day,
           concat_ws(' ', sum(paid_count), sum(paid_piastres), sum(fee_piastres), sum(vat_piastres), sum(failed_count),
                     sum(refunded_piastres)) as figures
      from payment_hours group by 1, 2, 3)
  select 'payment_hours' as rule, merchant_id as "merchantId", concat_ws(' ', mode, day) as subject,
         d.figures as expected, coalesce(k.figures, 'none') as actual
    from days d left join kept k using (merchant_id, mode, day)
   where d.figures is distinct from k.figures
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** A month is the sum of its days. */
const months: Check = (tx) => tx<Difference[]>`
  with summed as (
    select mode, date_trunc('month', day)::date as month, merchant_id,
           concat_ws(' ', sum(paid_count), sum(paid_piastres), sum(fee_piastres), sum(cost_piastres), sum(failed_count)) as figures
      from payment_figures group by 1, 2, 3),
  kept as (
    select mode, month, merchant_id,
           concat_ws(' ', sum(paid_count), sum(paid_piastres), sum(fee_piastres), sum(cost_piastres), sum(failed_count)) as figures
      from payment_months group by 1, 2, 3)
  select 'payment_months' as rule, merchant_id as "merchantId", concat_ws(' ', mode, month) as subject,
         coalesce(s.figures, 'none') as expected, coalesce(k.figures, 'none') as actual
    from summed s full join kept k using (mode, month, merchant_id)
   where s.figures is distinct from k.figures
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Passed to `checkLedger` as extra checks. */
export const overviewChecks: readonly Check[] = [figures, totals, hours, months];
