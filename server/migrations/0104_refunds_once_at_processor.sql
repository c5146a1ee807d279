-- A refund that a processor reports twice is one refund.
create unique index concurrently refunds_once_at_processor on refunds (merchant_id, processor_account_id, processor_refund_id)
  where processor_refund_id is not null and processor_account_id is not null;
