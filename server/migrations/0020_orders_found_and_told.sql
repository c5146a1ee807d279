-- Orders are found by who ordered: the same words that transactions are found by.
create index orders_search on orders using gin (
  merchant_id, search_key(customer_name || ' ' || customer_email || ' ' || customer_mobile) gin_trgm_ops);

-- A merchant's server hears of orders as it does of payments, invoices and links (0014_webhooks.sql).
create function orders_tell_webhook() returns trigger language plpgsql as $$
begin
  perform tell_webhook(new.merchant_id, new.mode, 'order', new.id, case
    when tg_op = 'INSERT' then 'order.created' when old.status <> new.status then 'order.paid' else 'order.canceled' end);
  return null;
end $$;
create trigger orders_tell_webhook_made after insert on orders
  for each row execute function orders_tell_webhook();
create trigger orders_tell_webhook_changed after update of status, fulfilment on orders
  for each row when (old.status <> new.status or (old.fulfilment <> new.fulfilment and new.fulfilment = 'canceled'))
  execute function orders_tell_webhook();
