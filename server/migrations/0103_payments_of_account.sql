create index concurrently payment_attempts_of_account on payment_attempts (processor_account_id, created_at)
  where processor_account_id is not null;
