drop index concurrently webhook_events_first;
