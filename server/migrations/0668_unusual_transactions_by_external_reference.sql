-- As by time and method: successful payments are most of them and spread evenly, so the list walks the sort's own index for them.
create index concurrently transactions_unusual_by_external on transactions
  (merchant_id, mode, status, search_key(external_reference) collate "C", id) where status <> 1;
