-- Refuses to change the facts of a bank transfer, or to move it out of order: listed, then removed or sent; sent, then
-- paid, rejected or returned; paid, then returned. While it is listed it may take a later version of its account.
-- Trigger of `bank_transfers`, before update.
create or replace function bank_transfers_go_on()
  returns trigger
  language plpgsql
as $$
declare
  v_may_change text[] := '{state,reason,bank_reference,updated_at}';
begin
  if old.state = 'listed' and new.state = 'listed' and new.bank_account_version > old.bank_account_version then
    v_may_change := v_may_change || '{bank_account_version}'::text[];
  end if;
  if to_jsonb(new) - v_may_change is distinct from to_jsonb(old) - v_may_change
     or not (new.state = old.state or (old.state, new.state) in (
       ('listed', 'removed'), ('listed', 'sent'), ('sent', 'paid'), ('sent', 'rejected'), ('sent', 'returned'),
       ('paid', 'returned'))) then
    raise exception 'a transfer does not go from % to %', old.state, new.state
      using errcode = 'restrict_violation', constraint = 'bank_transfers_go_on';
  end if;
  return new;
end $$;
