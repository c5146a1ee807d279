-- See 0411_customers_of_a_state_by_id.sql.
create index concurrently customers_of_state_by_name on customers (merchant_id, mode, state, name_key, id);
drop index concurrently customers_by_name;
