-- Both rules of an attempt's state are asked after the change, by one trigger without a condition: the row need not be locked
-- before it is changed.
create function payment_attempts_move_legally() returns trigger language plpgsql as $$
begin
  if new.state = old.state then
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
drop trigger payment_attempts_expiry on payment_attempts;
drop trigger payment_attempts_transition on payment_attempts;
create trigger payment_attempts_transition after update of state on payment_attempts
  for each row execute function payment_attempts_move_legally();
