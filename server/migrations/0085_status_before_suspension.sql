-- What a merchant was before it was suspended, which resuming restores: kept beside its status, not read from the audit log.
alter table merchants add column status_before_suspension smallint
  constraint merchants_status_before_suspension check (status_before_suspension between 0 and 3);

create function merchant_remember_status() returns trigger language plpgsql as $$
begin
  if new.status <> 4 then
    new.status_before_suspension := null;
  elsif old.status <> 4 then
    new.status_before_suspension := old.status;
  end if;
  return new;
end $$;

create trigger merchant_remember_status before update of status on merchants
  for each row execute function merchant_remember_status();

update merchants m set status_before_suspension = (
  select (l.before->>'status')::smallint from audit_log l
   where l.merchant_id = m.id and l.action = 'merchant.suspend' order by l.id desc limit 1)
 where m.status = 4;
