-- Clears `processed_at` of a notification that goes back to `received`, for instance after a failure. Trigger of
-- `processor_notifications`; in the database because an older release that is still running writes such rows.
create or replace function processor_notifications_waits()
  returns trigger
  language plpgsql
as $$
begin
  new.processed_at := null;
  return new;
end $$;
