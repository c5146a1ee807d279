-- Orders are found by who ordered: the same words that transactions are found by.
create index orders_search on orders using gin (
  merchant_id, search_key(customer_name || ' ' || customer_email || ' ' || customer_mobile) gin_trgm_ops);
