-- See 0411_customers_of_a_state_by_id.sql.
create index concurrently customers_of_state_by_mobile on customers (merchant_id, mode, state, mobile);
