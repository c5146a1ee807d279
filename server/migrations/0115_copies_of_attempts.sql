-- The other payments of an order that was paid more than once: a refund or a dispute of the order may be of any of them.
create index concurrently payment_attempts_copies on payment_attempts (merchant_id, duplicate_of)
  where duplicate_of is not null;
