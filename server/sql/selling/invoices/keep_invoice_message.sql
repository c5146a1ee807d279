-- In the database, because a process of the version before deletes messages as well.
create or replace function keep_invoice_message()
  returns trigger
  language plpgsql
as $$
begin
  update public.invoice_messages i
     set channel = old.channel, recipient = mask_recipient(old.recipient), state = old.state
   where i.merchant_id = old.merchant_id and i.id = old.id;
  return old;
end $$;
