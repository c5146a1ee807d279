-- Customers whose earlier payments and orders are to be looked for.
create index concurrently customers_to_link on customers (merchant_id, id) where linked_at is null;
