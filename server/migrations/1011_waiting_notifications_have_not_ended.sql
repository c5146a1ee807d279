-- One that failed and is processed again kept the time of its failure as that of its end. A trigger, since a process of the release
-- before writes such rows during an update.
create function processor_notifications_waits() returns trigger language plpgsql as $$
begin
  new.processed_at := null;
  return new;
end $$;
create trigger waits before insert or update of state on processor_notifications
  for each row when (new.state = 'received' and new.processed_at is not null) execute function processor_notifications_waits();
update processor_notifications set processed_at = null where state = 'received' and processed_at is not null;
alter table processor_notifications
  add constraint processor_notifications_ended check (state <> 'received' or processed_at is null) not valid;
