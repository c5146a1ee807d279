/** Invariants of chargebacks, checked by `ledger:check`. */
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';

/**
 * For each round of a dispute, its opening and its decision are posted once; nothing else is posted as a dispute. A
 * round after a lost one corrects the loss.
 */
const booked: Check = (tx) => tx<Difference[]>`
  with posted as (
    select t.merchant_id, t.mode, t.idempotency_key as key, t.kind,
           max(abs(p.amount)) filter (where p.account = 'chargeback') as amount
      from ledger_transfers t join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id
     where t.kind in ('chargeback_opened', 'chargeback_applied', 'chargeback_won')
        or (t.kind = 'correction' and t.idempotency_key like 'chargeback:%')
     group by 1, 2, 3, 4),
  past as (
    select distinct s.merchant_id, s.chargeback_id as id, s.round, s.status
      from chargeback_stages s
      join chargebacks c on c.merchant_id = s.merchant_id and c.id = s.chargeback_id
     where s.status <> 0 and s.round < c.rounds),
  decided as (
    select merchant_id, id, round, status from past
    union all
    select merchant_id, id, rounds, status from chargebacks where status <> 0),
  known as (
    select c.merchant_id, c.mode, 'chargeback:' || c.id || ':opened' || case r.round when 1 then '' else ':' || r.round end as key,
           case p.status when 1 then 'correction' else 'chargeback_opened' end as kind, c.amount_piastres as amount
      from chargebacks c
     cross join lateral generate_series(1, c.rounds) as r (round)
      left join past p on p.merchant_id = c.merchant_id and p.id = c.id and p.round = r.round - 1
    union all
    select c.merchant_id, c.mode, 'chargeback:' || c.id || ':decided' || case d.round when 1 then '' else ':' || d.round end,
           case d.status when 1 then 'chargeback_applied' else 'chargeback_won' end, c.amount_piastres
      from decided d join chargebacks c using (merchant_id, id))
  select 'chargebacks_booked_once' as rule, merchant_id as "merchantId", concat_ws(' ', mode, key) as subject,
         coalesce(k.amount::text, 'none') as expected, coalesce(p.amount::text, 'none') as actual
    from known k full join posted p using (merchant_id, mode, key, kind)
   where k.amount is distinct from p.amount
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The disputed amount of a payment is the sum of its open and applied disputes. */
const amounts: Check = (tx) => tx<Difference[]>`
  with added as (
    select merchant_id, transaction_id as id, sum(amount_piastres) as amount from chargebacks where status <> 2
     group by 1, 2)
  select 'transactions_disputed' as rule, t.merchant_id as "merchantId", concat_ws(' ', t.mode, t.reference) as subject,
         coalesce(a.amount, 0)::text as expected, t.disputed_piastres::text as actual
    from transactions t left join added a using (merchant_id, id)
   where t.disputed_piastres <> coalesce(a.amount, 0)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The last step of a dispute's history agrees with its current state. */
const histories: Check = (tx) => tx<Difference[]>`
  with last as (
    select distinct on (merchant_id, chargeback_id) merchant_id, chargeback_id as id, stage, status, round
      from chargeback_stages order by merchant_id, chargeback_id, step desc)
  select 'chargebacks_history' as rule, c.merchant_id as "merchantId", concat_ws(' ', c.mode, c.reference) as subject,
         concat_ws(' ', c.stage, c.status, c.rounds) as expected,
         coalesce(concat_ws(' ', l.stage, l.status, l.round), 'none') as actual
    from chargebacks c left join last l using (merchant_id, id)
   where (l.stage, l.status, l.round) is distinct from (c.stage, c.status, c.rounds)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Passed to `checkLedger` as extra checks. */
export const chargebackChecks: readonly Check[] = [booked, amounts, histories];
