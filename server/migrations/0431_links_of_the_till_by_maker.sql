-- The till lists the newest links of the person who stands at it.
create index concurrently payment_links_of_the_till on payment_links (merchant_id, mode, created_by, created_at, id)
  where from_till;
