-- Tells all server processes after the commit that a ticket got an internal note. Trigger of `ticket_notes`, after
-- insert.
create or replace function ticket_note_announce()
  returns trigger
  language plpgsql
as $$
begin
  perform tell_servers(new.merchant_id, 'daftar_tickets',
    json_build_object('merchantId', new.merchant_id, 'id', new.ticket_id));
  return null;
end $$;
