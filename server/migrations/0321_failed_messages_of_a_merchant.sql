-- The console lists a merchant's failed messages without reading the others.
create index concurrently messages_failed_of_merchant on messages (merchant_id, created_at, id) where state = 'failed';
