create index concurrently payment_links_by_updated_at on payment_links (merchant_id, mode, updated_at, id);
create index concurrently invoices_by_updated_at on invoices (merchant_id, mode, updated_at, id);
