-- What lists of transactions are read by, besides the indexes made with the table.

-- Totals are filtered and sorted by their worth in EGP: 100 USD is more than 1,000 EGP.
drop index transactions_by_total;
create index transactions_by_value on transactions (merchant_id, mode, value_piastres, id);

-- The transactions of one link, invoice or order, newest first.
drop index transactions_by_source;
create index transactions_by_source on transactions (merchant_id, source_kind, source_id, created_at, id);
