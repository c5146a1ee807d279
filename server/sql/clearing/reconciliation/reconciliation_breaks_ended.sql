-- Derives `ended_as` of a closed break from its state and resolution, and clears it of an open one. Trigger of
-- `reconciliation_breaks`, before insert and update; in the database because an older release writes only the
-- resolution.
create or replace function reconciliation_breaks_ended()
  returns trigger
  language plpgsql
as $$
begin
  new.ended_as := case
    when new.closed_at is null then null
    when new.ended_as is not null then new.ended_as
    when new.state = 'written_off' then 'written_off'
    when new.resolution in ('arrived', 'undone', 'rounding', 'matched') then new.resolution
    else 'explained' end;
  return new;
end $$;
