-- Keeps the figures of a merchant's store: sales, orders by status, customers by e-mail address (`store_statistics`).
-- Trigger of `orders`, after insert and changes of status or fulfilment. It is the last lock of an order.
create or replace function keep_store_statistics()
  returns trigger
  language plpgsql
as $$
declare
  v_update boolean := tg_op = 'UPDATE';
  v_customers integer := 0;
begin
  if not v_update then
    insert into public.store_customers values (new.merchant_id, new.mode, new.customer_email) on conflict do nothing;
    get diagnostics v_customers = row_count;
  end if;
  insert into public.store_statistics as s (merchant_id, mode, sales_piastres, total_orders, paid_orders, new_orders, customers)
  values (
    new.merchant_id, new.mode,
    case when new.status = 2 then new.amount_piastres else 0 end
      - case when v_update and old.status = 2 then new.amount_piastres else 0 end,
    case when v_update then 0 else 1 end,
    (new.status = 2)::int - case when v_update then (old.status = 2)::int else 0 end,
    (new.fulfilment = 'new')::int - case when v_update then (old.fulfilment = 'new')::int else 0 end,
    v_customers)
  on conflict (merchant_id, mode) do update set
    sales_piastres = s.sales_piastres + excluded.sales_piastres,
    total_orders = s.total_orders + excluded.total_orders,
    paid_orders = s.paid_orders + excluded.paid_orders,
    new_orders = s.new_orders + excluded.new_orders,
    customers = s.customers + excluded.customers;
  return null;
end $$;
