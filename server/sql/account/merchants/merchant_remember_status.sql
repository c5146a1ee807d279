-- Keeps the status of a merchant before its suspension, which resuming restores, and clears it otherwise. Trigger of
-- `merchants`, before updates of `status`.
create or replace function merchant_remember_status()
  returns trigger
  language plpgsql
as $$
begin
  if new.status <> 4 then
    new.status_before_suspension := null;
  elsif old.status <> 4 then
    new.status_before_suspension := old.status;
  end if;
  return new;
end $$;
