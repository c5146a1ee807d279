-- The messages that tell an event.
create index concurrently webhook_events_of_event on webhook_events (merchant_id, event_id) where event_id is not null;
