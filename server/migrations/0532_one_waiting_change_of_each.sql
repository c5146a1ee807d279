create unique index concurrently approvals_single on approvals (merchant_id, mode, kind, single)
  where state = 'waiting' and single is not null;
