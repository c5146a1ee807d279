-- What a merchant's payers are paying right now, which counts towards its monthly limit.
create index concurrently payment_attempts_open on payment_attempts (merchant_id, mode) include (charge_piastres)
  where state in ('pending', 'challenge', 'otp', 'redirect', 'awaiting');
