-- Why a break ended: one of a few reasons, beside what a person wrote.
alter table reconciliation_breaks add column ended_as text
  check (ended_as in ('explained', 'matched', 'arrived', 'undone', 'rounding', 'written_off'));

-- Also for a process of the release before, which writes the reason into the text.
create function reconciliation_breaks_ended() returns trigger language plpgsql as $$
begin
  new.ended_as := case
    when new.closed_at is null then null
    when new.ended_as is not null then new.ended_as
    when new.state = 'written_off' then 'written_off'
    when new.resolution in ('arrived', 'undone', 'rounding', 'matched') then new.resolution
    else 'explained' end;
  return new;
end $$;
create trigger reconciliation_breaks_ended before insert or update on reconciliation_breaks
  for each row when ((new.closed_at is null) <> (new.ended_as is null)) execute function reconciliation_breaks_ended();

update reconciliation_breaks b
   set ended_as = case
         when state = 'written_off' then 'written_off'
         when resolution in ('arrived', 'undone', 'rounding', 'matched') then resolution
         -- A line that a person has matched, with the reference as the text.
         when exists (select from reconciliation_lines l
                       where l.file_id = b.file_id and l.line_no = b.line_no and l.rule = 'manual')
              and kind in ('theirs_only', 'ambiguous', 'status') then 'matched'
         else 'explained' end
 where closed_at is not null;
update reconciliation_breaks set resolution = null
 where ended_as in ('arrived', 'undone', 'rounding') or (ended_as = 'matched' and resolution = 'matched');
alter table reconciliation_breaks
  drop constraint reconciliation_breaks_check1,
  add constraint reconciliation_breaks_ended check (
    (closed_at is null) = (ended_as is null) and (closed_at is null) = (closed_by is null)
    and (state = 'written_off') = (coalesce(ended_as, '') = 'written_off')
    and case when ended_as in ('explained', 'written_off') then resolution is not null
             when ended_as is null then resolution is null else true end);
