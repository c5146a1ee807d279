-- Refuses to change the facts of a bank transfer, or to move it out of order: listed, then removed or sent; sent, then
-- paid, rejected or returned; paid, then returned. Trigger of `bank_transfers`, before update.
create or replace function bank_transfers_go_on()
  returns trigger
  language plpgsql
as $$
begin
  if to_jsonb(new) - '{state,reason,bank_reference,updated_at}'::text[]
     is distinct from to_jsonb(old) - '{state,reason,bank_reference,updated_at}'::text[]
     or not (new.state = old.state or (old.state, new.state) in (
       ('listed', 'removed'), ('listed', 'sent'), ('sent', 'paid'), ('sent', 'rejected'), ('sent', 'returned'),
       ('paid', 'returned'))) then
    raise exception 'a transfer does not go from % to %', old.state, new.state
      using errcode = 'restrict_violation', constraint = 'bank_transfers_go_on';
  end if;
  return new;
end $$;
