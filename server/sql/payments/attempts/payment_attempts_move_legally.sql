-- Refuses an illegal state of an attempt: an unknown one, a final one that holds a place, leaving `succeeded`, or
-- `expired` before the processor was polled after the deadline. Trigger of `payment_attempts`, after insert and changes
-- of state; `enable always`, so a restore or copy checks states too, but not transitions. A payment that succeeds, the
-- usual case, returns first.
create or replace function payment_attempts_move_legally()
  returns trigger
  language plpgsql
as $$
declare
  v_broken text;
begin
  -- Paid.
  if tg_op = 'UPDATE' and new.state = 'succeeded' and not new.holds_place and old.state <> 'succeeded' then
    return null;
  end if;
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
