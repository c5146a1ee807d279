-- The payments behind a bar of refunds, which are few among all.
create index concurrently transactions_refunded on transactions (merchant_id, mode, created_at, id)
  where refunded_piastres > 0;
