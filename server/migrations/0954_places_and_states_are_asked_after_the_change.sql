-- The same of a link's places, and of an attempt's state, whose moves the same trigger asks for.
create function payment_links_count() returns trigger language plpgsql as $$
declare
  v_broken text;
begin
  v_broken := case
    when new.status = 2 and new.paid_count >= new.max_payment_count then 'payment_links_full_is_not_active'
    when new.held_count < 0 then 'payment_links_held_count_check'
    when new.paid_count < 0 then 'payment_links_paid_count_check'
    when new.paid_count > new.max_payment_count or new.held_count > new.max_payment_count then 'payment_links_places'
    when new.status not in (1, 2, 3) then 'payment_links_status_check'
  end;
  if v_broken is not null then
    perform public.refuse_row('payment_links', v_broken);
  end if;
  return null;
end $$;
create trigger figures_hold after insert or update of status, max_payment_count, paid_count, held_count on payment_links
  for each row execute function payment_links_count();
alter table payment_links enable always trigger figures_hold;
alter table payment_links drop constraint payment_links_rules;
drop function payment_links_places;

create or replace function payment_attempts_move_legally() returns trigger language plpgsql as $$
declare
  v_broken text;
begin
  v_broken := case
    when new.holds_place and new.state not in ('pending', 'challenge', 'otp', 'redirect', 'awaiting') then 'payment_attempts_final_holds_nothing'
    when new.counted and new.state <> 'succeeded' then 'payment_attempts_only_success_counts'
    when new.state <> 'succeeded' and new.state not in ('pending', 'challenge', 'otp', 'redirect', 'awaiting', 'failed', 'canceled', 'expired') then 'payment_attempts_state_check'
  end;
  if v_broken is not null then
    perform public.refuse_row('payment_attempts', v_broken);
  end if;
  if tg_op = 'INSERT' or new.state = old.state or current_setting('session_replication_role') = 'replica' then
    return null;
  end if;
  if new.state = 'expired' and (new.answered_at is null or new.answered_at < new.expires_at) then
    raise exception using errcode = 'check_violation', constraint = 'payment_attempts_expired_was_asked',
      table = 'payment_attempts', message = 'payment_attempts: this change of status is not legal';
  end if;
  if old.state = 'succeeded' then
    raise exception using errcode = 'check_violation', constraint = 'payment_attempts_legal_transition',
      table = 'payment_attempts', message = 'payment_attempts: this change of status is not legal';
  end if;
  return null;
end $$;
drop trigger payment_attempts_transition on payment_attempts;
create trigger payment_attempts_transition after insert or update of state, holds_place, counted on payment_attempts
  for each row execute function payment_attempts_move_legally();
alter table payment_attempts enable always trigger payment_attempts_transition;
alter table payment_attempts drop constraint payment_attempts_rules;
drop function payment_attempts_states;
