-- Lists of customers leave out archived and merged ones: the indexes of their orders begin with the state.
create index concurrently customers_of_state_by_id on customers (merchant_id, mode, state, id);
drop index concurrently customers_by_id;
