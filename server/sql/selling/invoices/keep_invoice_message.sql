-- Copies channel, masked recipient and state of a message to the history of its invoice before the message is deleted.
-- Trigger of `messages`; in the database because an older release that is still running deletes messages too.
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
