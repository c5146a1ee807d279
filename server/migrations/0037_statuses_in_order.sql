-- Payments of one status in the order of each sort where all of them may be at one end: pending ones are the newest, and failed
-- ones have no external reference. The two partial indexes leave out successful payments, which are found anywhere because most
-- payments are successful, so a payment that succeeds does not write to them.
create index concurrently transactions_by_status_and_external
  on transactions (merchant_id, mode, status, (search_key(external_reference)) collate "C", id);
create index concurrently transactions_unusual_by_created_at on transactions (merchant_id, mode, status, created_at, id)
  include (payment_method, value_piastres) where status <> 1;
create index concurrently transactions_unusual_by_method on transactions (merchant_id, mode, status, payment_method, id)
  where status <> 1;
