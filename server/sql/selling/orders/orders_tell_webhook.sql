-- Queues the webhook event of an order that is created, paid or canceled. Trigger of `orders`, because their status
-- also changes in functions of the database.
create or replace function orders_tell_webhook()
  returns trigger
  language plpgsql
as $$
begin
  perform tell_webhook(new.merchant_id, new.mode, 'order', new.id, case
    when tg_op = 'INSERT' then 'order.created' when old.status <> new.status then 'order.paid' else 'order.canceled' end);
  return null;
end $$;
