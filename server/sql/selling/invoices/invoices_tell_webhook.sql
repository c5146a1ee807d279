-- Queues the webhook event of an invoice that is created, paid, canceled or expired. Trigger of `invoices`, because
-- their status also changes in functions of the database.
create or replace function invoices_tell_webhook()
  returns trigger
  language plpgsql
as $$
begin
  perform tell_webhook(new.merchant_id, new.mode, 'invoice', new.id, case new.status
    when 1 then 'invoice.created' when 2 then 'invoice.paid' when 3 then 'invoice.canceled' else 'invoice.expired' end);
  return null;
end $$;
