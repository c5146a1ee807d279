call fill_minutes_of_links();
create index concurrently payment_links_by_updated_minute on payment_links (merchant_id, mode, updated_minute, id);
drop index concurrently payment_links_by_updated_at;
