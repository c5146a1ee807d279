-- What the console's list of refunds is sorted by and found by.
create index concurrently refunds_of_all on refunds (mode, created_at, id);
create index concurrently refunds_of_all_by_amount on refunds (mode, amount_piastres, id);
create index concurrently refunds_of_all_by_state on refunds (mode, state, created_at, id);
create index concurrently refunds_of_all_by_method on refunds (mode, payment_method, created_at, id);
create index concurrently refunds_of_merchant on refunds (merchant_id, mode, created_at, id);
create index concurrently refunds_of_merchant_by_amount on refunds (merchant_id, mode, amount_piastres, id);
create index concurrently refunds_payer_search on refunds using gin (payer_key gin_trgm_ops);
