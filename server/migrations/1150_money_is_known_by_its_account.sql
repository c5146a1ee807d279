-- Processors number payments per account: two accounts at one processor may use the same reference for different money.
create unique index concurrently payment_attempts_money on payment_attempts
  (merchant_id, processor, coalesce(processor_account_id, 0), processor_reference)
  where processor_reference is not null;
