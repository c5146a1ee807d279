-- That a customer was sent an invoice is known as long as the invoice is: what the outbox forgets after a year is kept with
-- the invoice itself, the recipient masked.
alter table invoice_messages
  -- of the message, once the outbox has forgotten it
  add column channel text,
  add column recipient text,
  add column state text,
  drop constraint invoice_messages_merchant_id_id_fkey;

-- mona@example.com → m•••@example.com, 01012345678 → 010••••5678
create function mask_recipient(recipient text) returns text language sql immutable parallel safe
  return case
    when position('@' in recipient) > 1 then regexp_replace(recipient, '^(.).*@', '\1•••@')
    when length(recipient) < 8 then recipient
    else left(recipient, 3) || '••••' || right(recipient, 4) end;

-- In the database, because a process of the version before deletes messages as well.
create function keep_invoice_message() returns trigger language plpgsql as $$
begin
  update invoice_messages i
     set channel = old.channel, recipient = mask_recipient(old.recipient), state = old.state
   where i.merchant_id = old.merchant_id and i.id = old.id;
  return old;
end $$;
create trigger keep_invoice_message before delete on messages
  for each row execute function keep_invoice_message();
