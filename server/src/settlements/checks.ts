/** Invariants of settlements, checked by `ledger:check`: statements agree with the ledger to the piastre. */
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';

/** Each settlement is the sum of its lines and is posted once with that amount; no other posting is of a settlement. */
const booked: Check = (tx) => tx<Difference[]>`
  with posted as (
    select t.merchant_id, t.mode, t.idempotency_key as key, sum(p.amount) as amount,
           coalesce(sum(p.amount) filter (where p.account = 'bank'), 0) as bank
      from ledger_transfers t join ledger_postings p
        on p.merchant_id = t.merchant_id and p.transfer_id = t.id and p.account in ('available', 'bank', 'reserve')
     where t.kind = 'settlement' group by 1, 2, 3),
  lines as (
    select merchant_id, settlement_id as id, sum(amount_piastres) as amount, count(*) as n
      from settlement_items group by 1, 2),
  made as (
    select s.merchant_id, s.mode, 'settlement:' || s.id as key, s.reference, s.amount_piastres as amount, s.bank_piastres as bank,
           s.total_transactions as n, l.amount as lines_amount, l.n as lines_n
      from settlements s left join lines l using (merchant_id, id))
  select 'settlements_reconcile' as rule, merchant_id as "merchantId",
         concat_ws(' ', mode, coalesce(m.reference, key)) as subject,
         concat_ws(' ', 'lines', coalesce(m.lines_amount, 0), 'of', coalesce(m.lines_n, 0),
                   'ledger', coalesce(p.amount, 0), 'bank', coalesce(p.bank, 0)) as expected,
         case when m.key is null then 'no settlement'
              else concat_ws(' ', m.amount, 'of', m.n, 'bank', m.bank) end as actual
    from made m full join posted p using (merchant_id, mode, key)
   where m.amount is distinct from p.amount or m.amount is distinct from m.lines_amount
      or m.n is distinct from m.lines_n or m.bank is distinct from p.bank
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** A payment is settled if and only if a statement contains it, with the same reference. */
const transactionsAgree: Check = (tx) => tx<Difference[]>`
  select 'transactions_settled_once' as rule, t.merchant_id as "merchantId", concat_ws(' ', t.mode, t.reference) as subject,
         coalesce(s.reference, 'unsettled') as expected,
         case when t.settlement_status = 1 then coalesce(t.settlement_reference, 'settled') else 'unsettled' end as actual
    from transactions t
    left join settlement_items i on i.merchant_id = t.merchant_id and i.transaction_id = t.id
    left join settlements s on s.merchant_id = i.merchant_id and s.id = i.settlement_id
   where (t.settlement_status = 1) <> (s.id is not null)
      or (s.id is not null and (s.reference <> t.settlement_reference or s.mode <> t.mode))
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The pending balance equals the sum of the payments awaiting settlement. */
const pendingReconciles: Check = (tx) => tx<Difference[]>`
  with waiting as (
    select merchant_id, mode, sum(net_piastres - pending_out_piastres) as amount from transactions
     where status in (1, 3) and not is_payout and settlement_status <> 1 group by 1, 2),
  held as (
    select merchant_id, mode, balance from ledger_accounts where kind = 'pending' and currency = 'EGP')
  select 'pending_is_unsettled' as rule, merchant_id as "merchantId", concat(mode, ' pending') as subject,
         coalesce(w.amount, 0)::text as expected, coalesce(h.balance, 0)::text as actual
    from waiting w full join held h using (merchant_id, mode)
   where coalesce(w.amount, 0) <> coalesce(h.balance, 0)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/**
 * A transfer to the bank equals the bank amount of a settlement or, for one that an earlier release put on the balance
 * and that was paid later, its full amount; no other settlement's money goes from the balance to a bank.
 */
const paidOnce: Check = (tx) => tx<Difference[]>`
  with posted as (
    select t.merchant_id, t.mode, split_part(t.idempotency_key, ':', 2)::bigint as id, sum(p.amount) as amount
      from ledger_transfers t join ledger_postings p
        on p.merchant_id = t.merchant_id and p.transfer_id = t.id and p.account = 'bank'
     where t.kind in ('settlement', 'settlement_paid') and t.idempotency_key like 'settlement:%' group by 1, 2, 3),
  made as (
    select merchant_id, mode, id, reference,
           case when bank_piastres > 0 then bank_piastres when maybe_transferred then amount_piastres else 0 end as due
      from settlements)
  select 'settlements_paid_once' as rule, coalesce(s.merchant_id, p.merchant_id) as "merchantId",
         concat_ws(' ', coalesce(s.mode, p.mode), coalesce(s.reference, p.id::text)) as subject,
         coalesce(s.due::text, 'no settlement') as expected, coalesce(p.amount::text, 'not booked') as actual
    from made s
    left join settlement_payments y on y.merchant_id = s.merchant_id and y.settlement_id = s.id
    full join posted p on p.merchant_id = s.merchant_id and p.mode = s.mode and p.id = s.id
   where (y.paid_at is not null or p.id is not null) and s.due is distinct from p.amount
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** A settlement is marked as paid if and only if it has a bank reference. */
const paidMarked: Check = (tx) => tx<Difference[]>`
  select 'settlements_marked_paid' as rule, s.merchant_id as "merchantId", concat_ws(' ', s.mode, s.reference) as subject,
         case when y.settlement_id is null then 'unpaid' else 'paid' end as expected,
         case when s.is_paid then 'paid' else 'unpaid' end as actual
    from settlements s
    left join settlement_payments y on y.merchant_id = s.merchant_id and y.settlement_id = s.id
   where s.is_paid <> (y.settlement_id is not null)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The stored sum of each day awaiting settlement equals the sum of its payments. */
const dueReconciles: Check = (tx) => tx<Difference[]>`
  with waiting as (
    select merchant_id, mode, expected_settlement_on as day, sum(net_piastres - pending_out_piastres) as amount, count(*) as n
      from transactions
     where settlement_status <> 1 and expected_settlement_on is not null and status in (1, 3) group by 1, 2, 3)
  select 'settlements_due' as rule, merchant_id as "merchantId", concat_ws(' ', mode, day) as subject,
         concat_ws(' of ', coalesce(w.amount, 0), coalesce(w.n, 0)) as expected,
         concat_ws(' of ', coalesce(d.amount_piastres, 0), coalesce(d.payments, 0)) as actual
    from waiting w full join settlements_due d using (merchant_id, mode, day)
   where w.amount is distinct from d.amount_piastres or w.n is distinct from d.payments
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Passed to `checkLedger` as extra checks. */
export const settlementChecks: readonly Check[] = [
  booked,
  transactionsAgree,
  pendingReconciles,
  dueReconciles,
  paidOnce,
  paidMarked,
];
