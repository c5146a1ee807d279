create index concurrently customers_of_state_by_updated_at on customers (merchant_id, mode, state, updated_at, id);
create index concurrently orders_by_updated_at on orders (merchant_id, mode, updated_at, id);
