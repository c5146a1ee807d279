-- Also for a process of the release before, which writes the reason into the text.
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
