-- The search field of processors' notifications finds them by the payment that they were about.
create index concurrently processor_notifications_by_payment on processor_notifications (paid_merchant_id, paid_transaction_id)
  where paid_transaction_id is not null;
