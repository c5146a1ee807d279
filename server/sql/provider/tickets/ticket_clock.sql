-- Gives a ticket that waits for an answer a deadline of one day unless it has one, and removes the deadline once it is
-- answered. Trigger of `tickets`, before insert and update; an older release that is still running writes no deadline.
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
