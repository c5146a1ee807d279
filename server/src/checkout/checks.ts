/** Invariants of payments, checked by `ledger:check`: amounts recorded by the nouns equal those in the ledger. */
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';

/** Each link's counts equal those of its attempts. */
const linkCounts: Check = (tx) => tx<Difference[]>`
  with counted as (
    select merchant_id, payable_id as id, count(*) filter (where counted) as paid,
           count(*) filter (where holds_place) as held
      from payment_attempts where payable_kind = 'payment-link' and (counted or holds_place) group by 1, 2)
  select 'payment_links_counts' as rule, l.merchant_id as "merchantId", concat_ws(' ', l.mode, l.reference) as subject,
         concat_ws(' ', coalesce(c.paid, 0), 'paid', coalesce(c.held, 0), 'held') as expected,
         concat_ws(' ', l.paid_count, 'paid', l.held_count, 'held') as actual
    from payment_links l left join counted c using (merchant_id, id)
   where l.paid_count <> coalesce(c.paid, 0) or l.held_count <> coalesce(c.held, 0)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Each successful payment has exactly one capture of its amounts, and each capture belongs to a successful payment. */
const captures: Check = (tx) => tx<Difference[]>`
  with booked as (
    select t.merchant_id, t.mode, t.idempotency_key,
           coalesce(-sum(p.amount) filter (where p.account = 'clearing'), 0) as charged,
           coalesce(sum(p.amount) filter (where p.account = 'fees'), 0) as fee,
           coalesce(sum(p.amount) filter (where p.account = 'vat'), 0) as vat,
           coalesce(sum(p.amount) filter (where p.account = 'pending'), 0) as net
      from ledger_transfers t
      join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id
     where t.kind = 'capture' group by 1, 2, 3),
  paid as (
    select merchant_id, mode, 'capture:' || id as idempotency_key, reference,
           charged_piastres as charged, fee_piastres as fee, vat_piastres as vat, net_piastres as net
      from transactions where status in (1, 3) and not is_payout)
  select 'transactions_captured_once' as rule, merchant_id as "merchantId",
         concat_ws(' ', mode, coalesce(p.reference, idempotency_key)) as subject,
         case when p.charged is null then 'no capture'
              else concat_ws(' ', 'charged', p.charged, 'fee', p.fee, 'vat', p.vat, 'net', p.net) end as expected,
         case when b.charged is null then 'no capture'
              else concat_ws(' ', 'charged', b.charged, 'fee', b.fee, 'vat', b.vat, 'net', b.net) end as actual
    from paid p full join booked b using (merchant_id, mode, idempotency_key)
   where (p.charged, p.fee, p.vat, p.net) is distinct from (b.charged, b.fee, b.vat, b.net)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** An attempt has succeeded if and only if its transaction has. */
const attemptsAgree: Check = (tx) => tx<Difference[]>`
  select 'payment_attempts_agree' as rule, a.merchant_id as "merchantId", concat_ws(' ', t.mode, t.reference) as subject,
         a.state as expected, t.status::text as actual
    from payment_attempts a join transactions t on t.merchant_id = a.merchant_id and t.id = a.transaction_id
   where t.status <> all (case a.state
           when 'succeeded' then '{1,3}' when 'failed' then '{2}' when 'canceled' then '{4}' when 'expired' then '{5}'
           else '{0}' end::smallint[])
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The stored figures of links equal the counted rows. */
const linkStatistics: Check = (tx) => tx<Difference[]>`
  with counted as (
    select merchant_id, mode, count(*) as total, count(*) filter (where status = 2) as active,
           count(*) filter (where status = 3) as expired
      from payment_links group by 1, 2)
  select 'merchant_statistics_links' as rule, merchant_id as "merchantId", mode::text as subject,
         concat_ws(' ', coalesce(c.total, 0), coalesce(c.active, 0), coalesce(c.expired, 0)) as expected,
         concat_ws(' ', coalesce(s.total_links, 0), coalesce(s.active_links, 0), coalesce(s.expired_links, 0)) as actual
    from merchant_statistics s full join counted c using (merchant_id, mode)
   where (coalesce(c.total, 0), coalesce(c.active, 0), coalesce(c.expired, 0))
     <> (coalesce(s.total_links, 0), coalesce(s.active_links, 0), coalesce(s.expired_links, 0))
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The stored daily counts of methods equal the counted transactions. */
const methodCounts: Check = (tx) => tx<Difference[]>`
  with counted as (
    select merchant_id, mode, (created_at at time zone 'Africa/Cairo')::date as day, payment_method, count(*) as n
      from transactions where status in (1, 3) and not is_payout group by 1, 2, 3, 4)
  select 'daily_method_counts' as rule, merchant_id as "merchantId",
         concat_ws(' ', mode, day, 'method', payment_method) as subject,
         coalesce(c.n, 0)::text as expected, coalesce(d.count, 0)::text as actual
    from daily_method_counts d full join counted c using (merchant_id, mode, day, payment_method)
   where coalesce(c.n, 0) <> coalesce(d.count, 0)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Captures, refunds, returned refunds and lost disputes are booked at the account where the payment was made. */
const bookedThere: Check = (tx) => tx<Difference[]>`
  with made as (
    select t.merchant_id, t.mode, t.reference, a.processor_account_id as account
      from transactions t
      join payment_attempts a on a.merchant_id = t.merchant_id and a.transaction_id = t.id
    union all
    select c.merchant_id, c.mode, c.reference, a.processor_account_id
      from chargebacks c
      join payment_attempts a on a.merchant_id = c.merchant_id and a.transaction_id = c.transaction_id)
  select 'payments_booked_at_their_account' as rule, merchant_id as "merchantId",
         concat_ws(' ', mode, t.idempotency_key) as subject, coalesce(m.account::text, 'none') as expected,
         coalesce(t.processor_account_id::text, 'none') as actual
    from made m
    join ledger_transfers t using (merchant_id, mode, reference)
   where t.processor_account_id is distinct from m.account
     -- An opened dispute, and one that was won, leave clearing alone.
     and (t.kind in ('capture', 'refund', 'refund_reversed', 'chargeback_applied')
          or (t.kind = 'correction' and t.idempotency_key like 'chargeback:%'))
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Passed to `checkLedger` as extra checks. */
export const checkoutChecks: readonly Check[] = [
  linkCounts,
  captures,
  attemptsAgree,
  linkStatistics,
  methodCounts,
  bookedThere,
];
