-- Whether a failed attempt may still be paid on its processor's page: the processor has not said its last word, so it is
-- still asked, and the payer's time is not over. The same rule as mayStillBePaid in server/src/checkout/rules.ts.
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
