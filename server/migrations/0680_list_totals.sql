-- How many rows the large lists have, kept by the transaction that changes them, so that a list does not count its rows each time
-- that it opens (ADR 118). Payment links, invoices and orders have figures already; these are the others.
create table list_totals (
  merchant_id bigint not null,
  mode mode not null,
  list text not null check (list in ('transactions', 'customers', 'refunds')),
  status smallint not null,
  -- Several rows together are one total: as many as had to be written at the same moment.
  part bigint generated always as identity,
  rows bigint not null,
  primary key (merchant_id, mode, list, status, part)
) with (fillfactor = 50);

-- Takes a part that nobody is writing, or adds one: no payment waits for another one's total, or for whoever waits for it.
create function list_total_add(p_merchant_id bigint, p_mode mode, p_list text, p_status smallint, p_rows bigint)
returns void language plpgsql set enable_seqscan to 'off' as $function$
declare
  v_part bigint;
begin
  select t.part into v_part from list_totals t
   where t.merchant_id = p_merchant_id and t.mode = p_mode and t.list = p_list and t.status = p_status
   limit 1 for no key update skip locked;
  if found then
    update list_totals t set rows = t.rows + p_rows
     where t.merchant_id = p_merchant_id and t.mode = p_mode and t.list = p_list and t.status = p_status and t.part = v_part;
  else
    insert into list_totals (merchant_id, mode, list, status, rows) values (p_merchant_id, p_mode, p_list, p_status, p_rows);
  end if;
end $function$;

-- Pending transactions are few and found by an index, so a payment that starts need not write anything here.
create function keep_transaction_totals() returns trigger language plpgsql as $function$
begin
  if tg_op = 'UPDATE' and old.status <> 0 then
    perform list_total_add(old.merchant_id, old.mode, 'transactions', old.status, -1);
  end if;
  if new.status <> 0 then
    perform list_total_add(new.merchant_id, new.mode, 'transactions', new.status, 1);
  end if;
  return null;
end $function$;
create trigger keep_totals after update of status on transactions for each row when (old.status <> new.status)
  execute function keep_transaction_totals();
create trigger keep_totals_of_new after insert on transactions for each row when (new.status <> 0)
  execute function keep_transaction_totals();

create function keep_refund_totals() returns trigger language plpgsql as $function$
begin
  perform list_total_add(new.merchant_id, new.mode, 'refunds', 0::smallint, 1);
  return null;
end $function$;
create trigger keep_totals_of_new after insert on refunds for each row execute function keep_refund_totals();

-- New ones are counted by whoever adds them: an import adds a hundred thousand in one transaction.
create function keep_customer_totals() returns trigger language plpgsql as $function$
begin
  perform list_total_add(old.merchant_id, old.mode, 'customers', old.state, -1);
  perform list_total_add(new.merchant_id, new.mode, 'customers', new.state, 1);
  return null;
end $function$;
create trigger keep_totals after update of state on customers for each row when (old.state <> new.state)
  execute function keep_customer_totals();

alter table merchant_statistics add column expired_invoices bigint not null default 0;
create or replace function keep_invoice_statistics() returns trigger language plpgsql as $function$
declare
  v_update boolean := tg_op = 'UPDATE';
begin
  insert into merchant_statistics as s
    (merchant_id, mode, total_invoices, paid_invoices, unpaid_invoices, expired_invoices, single_invoices, group_invoices)
  values (
    new.merchant_id, new.mode,
    case when v_update then 0 else 1 end,
    (new.status = 2)::int - case when v_update then (old.status = 2)::int else 0 end,
    (new.status = 1)::int - case when v_update then (old.status = 1)::int else 0 end,
    (new.status = 4)::int - case when v_update then (old.status = 4)::int else 0 end,
    (new.customers_count = 1)::int - case when v_update then (old.customers_count = 1)::int else 0 end,
    (new.customers_count > 1)::int - case when v_update then (old.customers_count > 1)::int else 0 end)
  on conflict (merchant_id, mode) do update set
    total_invoices = s.total_invoices + excluded.total_invoices,
    paid_invoices = s.paid_invoices + excluded.paid_invoices,
    unpaid_invoices = s.unpaid_invoices + excluded.unpaid_invoices,
    expired_invoices = s.expired_invoices + excluded.expired_invoices,
    single_invoices = s.single_invoices + excluded.single_invoices,
    group_invoices = s.group_invoices + excluded.group_invoices;
  return null;
end $function$;

alter table store_statistics
  add column total_orders bigint not null default 0,
  add column paid_orders bigint not null default 0;
create or replace function keep_store_statistics() returns trigger language plpgsql as $function$
declare
  v_update boolean := tg_op = 'UPDATE';
  v_customers integer := 0;
begin
  if not v_update then
    insert into store_customers values (new.merchant_id, new.mode, new.customer_email) on conflict do nothing;
    get diagnostics v_customers = row_count;
  end if;
  insert into store_statistics as s (merchant_id, mode, sales_piastres, total_orders, paid_orders, new_orders, customers)
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
end $function$;
