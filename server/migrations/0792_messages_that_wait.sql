-- The same in the order in which they came to wait, which no other index has: by id, the planner may read all of a merchant's
-- delivered messages before the first one that is held. `coalesce`, because no order follows from `is null`.
create index concurrently webhook_events_waiting on webhook_events (merchant_id, mode, (coalesce(endpoint_id, 0)), held, next_attempt_at, id)
  where state = 1 and (held or attempts = 0);
