-- Tells all server processes after the commit that a ticket changed. Trigger of `tickets`, after insert and update.
create or replace function ticket_announce()
  returns trigger
  language plpgsql
as $$
begin
  perform tell_servers(new.merchant_id, 'daftar_tickets', json_build_object('merchantId', new.merchant_id, 'id', new.id));
  return null;
end $$;
