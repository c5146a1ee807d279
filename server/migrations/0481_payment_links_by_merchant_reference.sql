-- Found by the merchant's own number, and by its own values. Of rows that asked to be alone with their number, each has one:
-- all others differ by their id.
create unique index concurrently payment_links_by_merchant_reference
  on payment_links (merchant_id, mode, merchant_reference, (case when merchant_reference_unique then 0 else id end))
  where merchant_reference is not null;
create index concurrently payment_links_by_metadata on payment_links using gin (merchant_id, metadata jsonb_path_ops)
  where metadata <> '{}';
