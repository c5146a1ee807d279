-- Every message of an event has its webhook-id: one for each address.
create unique index concurrently webhook_events_message_to on webhook_events (merchant_id, mode, message_id, endpoint_id)
  nulls not distinct;
drop index concurrently webhook_events_message;
