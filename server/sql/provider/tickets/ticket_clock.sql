-- Processes of the release before know no clock: what they write gets a day, too, and what they answer has none.
create or replace function ticket_clock()
  returns trigger
  language plpgsql
as $$
begin
  if new.waiting_since is null then
    new.answer_due_at := null;
  elsif new.answer_due_at is null then
    new.answer_due_at := new.waiting_since + interval '1 day';
  end if;
  return new;
end $$;
