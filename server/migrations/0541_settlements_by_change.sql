create index concurrently settlements_by_change
  on settlements (merchant_id, mode, (greatest(created_at, changed_at)), id);
