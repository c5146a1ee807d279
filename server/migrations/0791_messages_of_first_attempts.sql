-- Finds how many messages of an address wait for their first attempt, and which of the held ones is next.
create index concurrently webhook_events_first on webhook_events (merchant_id, mode, endpoint_id, held, id)
  where state = 1 and (held or attempts = 0);
