-- The console lists the payments of one method across merchants.
create index concurrently transactions_of_all_by_method on transactions (mode, payment_method, created_at, id);
