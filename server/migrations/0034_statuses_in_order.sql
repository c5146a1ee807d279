-- Payments of one status in the order of each sort under which they may all lie at one end: pending ones are the newest, and only
-- what succeeded has a reference of the processor's (successful ones by it, from the other end, took longer than a statement may).
-- By time and by method success is most of what there is, met wherever one begins: a payment that succeeds is not written there.
create index transactions_by_status_and_external_reference
  on transactions (merchant_id, mode, status, (search_key(external_reference)) collate "C", id);
create index transactions_unusual_by_created_at on transactions (merchant_id, mode, status, created_at, id)
  include (payment_method, value_piastres) where status <> 1;
create index transactions_unusual_by_method on transactions (merchant_id, mode, status, payment_method, id)
  where status <> 1;
