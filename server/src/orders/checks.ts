/** Invariants of the store, checked by `ledger:check`: orders, payments and stock agree. */
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';

/**
 * An order is paid by exactly one payment that counts, or in cash, and marked as held if and only if an attempt holds
 * it.
 */
const paid: Check = (tx) => tx<Difference[]>`
  with counted as (
    select a.merchant_id, a.payable_id as id, count(*) filter (where a.counted) as paid,
           count(*) filter (where a.holds_place) as held, count(t.id) filter (where a.counted) as captured
      from payment_attempts a
      left join ledger_transfers t on t.merchant_id = a.merchant_id and t.mode = a.mode
                                  and t.idempotency_key = 'capture:' || a.transaction_id
     where a.payable_kind = 'order' and (a.counted or a.holds_place) group by 1, 2)
  select 'orders_paid' as rule, o.merchant_id as "merchantId", concat_ws(' ', o.mode, o.reference) as subject,
         concat_ws(' ', coalesce(c.paid, 0) + o.paid_in_cash::int, 'paid', coalesce(c.captured, 0), 'captured',
                   coalesce(c.held, 0), 'held') as expected,
         concat_ws(' ', (o.status = 2)::int, 'paid', (o.status = 2 and not o.paid_in_cash)::int, 'captured',
                   o.is_held::int, 'held') as actual
    from orders o left join counted c on c.merchant_id = o.merchant_id and c.id = o.id
   where ((o.status = 2)::int, (o.status = 2 and not o.paid_in_cash)::int, o.is_held::int)
     is distinct from (coalesce(c.paid, 0) + o.paid_in_cash::int, coalesce(c.captured, 0), coalesce(c.held, 0))
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The reserved pieces of a product equal those of the orders that reserve it. */
const reserved: Check = (tx) => tx<Difference[]>`
  with wanted as (
    select i.merchant_id, i.product_id as id, sum(i.quantity) as pieces
      from orders o join order_items i on i.merchant_id = o.merchant_id and i.order_id = o.id
     where o.stock = 'reserved' group by 1, 2)
  select 'products_reserved' as rule, p.merchant_id as "merchantId", concat_ws(' ', p.mode, p.code) as subject,
         coalesce(w.pieces, 0)::text as expected, p.reserved::text as actual
    from products p left join wanted w on w.merchant_id = p.merchant_id and w.id = p.id
   where p.reserved <> coalesce(w.pieces, 0)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** An order's amount is the sum of its items. */
const amounts: Check = (tx) => tx<Difference[]>`
  with cost as (
    select merchant_id, order_id as id, sum(quantity * price_piastres) as total from order_items group by 1, 2)
  select 'orders_amount' as rule, o.merchant_id as "merchantId", concat_ws(' ', o.mode, o.reference) as subject,
         coalesce(c.total, 0)::text as expected, o.amount_piastres::text as actual
    from orders o left join cost c on c.merchant_id = o.merchant_id and c.id = o.id
   where o.amount_piastres is distinct from c.total
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The stored figures of the store equal the counted rows. */
const figures: Check = (tx) => tx<Difference[]>`
  with counted as (
    select merchant_id, mode, coalesce(sum(amount_piastres) filter (where status = 2), 0) as sales,
           count(*) as total, count(*) filter (where status = 2) as paid,
           count(*) filter (where fulfilment = 'new') as fresh, count(distinct customer_email) as customers
      from orders group by 1, 2)
  select 'store_statistics' as rule, merchant_id as "merchantId", mode::text as subject,
         concat_ws(' ', coalesce(c.sales, 0), coalesce(c.total, 0), coalesce(c.paid, 0), coalesce(c.fresh, 0),
                   coalesce(c.customers, 0)) as expected,
         concat_ws(' ', coalesce(s.sales_piastres, 0), coalesce(s.total_orders, 0), coalesce(s.paid_orders, 0),
                   coalesce(s.new_orders, 0), coalesce(s.customers, 0)) as actual
    from store_statistics s full join counted c using (merchant_id, mode)
   where (s.sales_piastres, s.total_orders, s.paid_orders, s.new_orders, s.customers)
     is distinct from (c.sales, c.total, c.paid, c.fresh, c.customers)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Passed to `checkLedger` as extra checks. */
export const orderChecks: readonly Check[] = [paid, reserved, amounts, figures];
