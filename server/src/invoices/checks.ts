/** Invariants of invoices, checked by `ledger:check`: their money facts equal payments and ledger. */
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';

/** A share is paid by exactly one payment that counts, and marked as held if and only if an attempt holds it. */
const shares: Check = (tx) => tx<Difference[]>`
  with counted as (
    select merchant_id, payable_id as id, count(*) filter (where counted) as paid,
           count(*) filter (where holds_place) as held
      from payment_attempts where payable_kind = 'invoice' and (counted or holds_place) group by 1, 2)
  select 'invoice_shares_paid' as rule, s.merchant_id as "merchantId",
         concat_ws(' ', s.mode, i.reference, 'customer', s.customer_id) as subject,
         concat_ws(' ', coalesce(c.paid, 0), 'paid', coalesce(c.held, 0), 'held') as expected,
         concat_ws(' ', (s.status = 'paid')::int, 'paid', s.is_held::int, 'held') as actual
    from invoice_shares s join invoices i on i.merchant_id = s.merchant_id and i.id = s.invoice_id
    left join counted c on c.merchant_id = s.merchant_id and c.id = s.id
   where (s.status = 'paid')::int <> coalesce(c.paid, 0) or s.is_held::int <> coalesce(c.held, 0)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Each invoice's counts equal those of its shares, and each payment that counts has a capture in the ledger. */
const invoiceCounts: Check = (tx) => tx<Difference[]>`
  with counted as (
    select s.merchant_id, s.invoice_id as id, count(*) filter (where s.removed_at is null) as customers,
           count(*) filter (where s.status = 'paid') as paid, count(t.id) as captured
      from invoice_shares s
      left join payment_attempts a on a.merchant_id = s.merchant_id and a.payable_kind = 'invoice'
                                  and a.payable_id = s.id and a.counted
      left join ledger_transfers t on t.merchant_id = a.merchant_id and t.mode = a.mode
                                  and t.idempotency_key = 'capture:' || a.transaction_id
     group by 1, 2)
  select 'invoices_counts' as rule, i.merchant_id as "merchantId", concat_ws(' ', i.mode, i.reference) as subject,
         concat_ws(' ', coalesce(c.customers, 0), 'customers', coalesce(c.paid, 0), 'paid',
                   coalesce(c.captured, 0), 'captured') as expected,
         concat_ws(' ', i.customers_count, 'customers', i.paid_count, 'paid', i.paid_count, 'captured') as actual
    from invoices i left join counted c using (merchant_id, id)
   where (i.customers_count, i.paid_count, i.paid_count)
     is distinct from (coalesce(c.customers, 0), coalesce(c.paid, 0), coalesce(c.captured, 0))
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The stored figures of invoices equal the counted rows. */
const invoiceStatistics: Check = (tx) => tx<Difference[]>`
  with counted as (
    select merchant_id, mode, count(*) as total, count(*) filter (where status = 2) as paid,
           count(*) filter (where status = 1) as unpaid, count(*) filter (where status = 4) as expired,
           count(*) filter (where not is_group) as single, count(*) filter (where is_group) as grouped
      from invoices group by 1, 2),
  both_sides as (
    select merchant_id, mode,
           concat_ws(' ', coalesce(c.total, 0), 'of which', coalesce(c.paid, 0), 'paid', coalesce(c.unpaid, 0),
                     'unpaid', coalesce(c.expired, 0), 'expired', coalesce(c.single, 0), 'single', coalesce(c.grouped, 0), 'group') as expected,
           concat_ws(' ', coalesce(s.total_invoices, 0), 'of which', coalesce(s.paid_invoices, 0), 'paid',
                     coalesce(s.unpaid_invoices, 0), 'unpaid', coalesce(s.expired_invoices, 0), 'expired',
                     coalesce(s.single_invoices, 0), 'single', coalesce(s.group_invoices, 0), 'group') as actual
      from merchant_statistics s full join counted c using (merchant_id, mode))
  select 'merchant_statistics_invoices' as rule, merchant_id as "merchantId", mode::text as subject, expected, actual
    from both_sides where expected <> actual order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Passed to `checkLedger` as extra checks. */
export const invoiceChecks: readonly Check[] = [shares, invoiceCounts, invoiceStatistics];
