-- See 0411_customers_of_a_state_by_id.sql.
create index concurrently customers_of_state_by_created_at on customers (merchant_id, mode, state, created_at, id);
drop index concurrently customers_by_created_at;
