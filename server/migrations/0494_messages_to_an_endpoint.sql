-- The messages that went to one endpoint.
create index concurrently webhook_events_of_endpoint on webhook_events (merchant_id, mode, endpoint_id, id)
  where endpoint_id is not null;
