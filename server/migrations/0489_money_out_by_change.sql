create index concurrently refunds_by_id on refunds (merchant_id, mode, id);
create index concurrently refunds_by_change
  on refunds (merchant_id, mode, (greatest(created_at, finished_at, reversed_at)), id);
create index concurrently payouts_by_change
  on payouts (merchant_id, mode, (greatest(created_at, finished_at, paid_at)), id);
create index concurrently chargebacks_by_change
  on chargebacks (merchant_id, mode, (greatest(created_at, answered_at, moved_at, decided_at)), id);
