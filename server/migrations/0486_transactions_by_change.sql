-- What has changed since a merchant's software asked last, in the order of the changes.
create index concurrently transactions_by_updated_at on transactions (merchant_id, mode, updated_at, id);
