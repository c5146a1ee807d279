-- Returns true if a failed attempt may still succeed on the processor's hosted page: its result is not final, so the
-- processor is still polled (`next_ask_at`), and the payer's time has not run out. `attempt_outcome` calls it;
-- `mayStillBePaid` in server/src/checkout/rules.ts is the same rule.
create or replace function attempt_may_still_be_paid(
  p_state text,
  p_next_ask_at timestamptz,
  p_expires_at timestamptz,
  p_now timestamptz
)
  returns boolean
  language sql
  immutable
as $$
  select p_state = 'failed' and p_next_ask_at is not null and p_expires_at > p_now
$$;
