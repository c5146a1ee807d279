-- One that failed and is processed again kept the time of its failure as that of its end. A trigger, since a process of the release
-- before writes such rows during an update.
create or replace function processor_notifications_waits()
  returns trigger
  language plpgsql
as $$
begin
  new.processed_at := null;
  return new;
end $$;
