-- Keeps the merchant's counts of invoices by status and kind (`merchant_statistics`), for totals of lists and the
-- dashboard. Trigger of `invoices`, after insert and changes of status or customers.
create or replace function keep_invoice_statistics()
  returns trigger
  language plpgsql
as $$
declare
  v_update boolean := tg_op = 'UPDATE';
begin
  insert into public.merchant_statistics as s
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
end $$;
