-- Which payment a notification was about: the console's search finds it by the payment's reference.
-- Those that were processed before say nothing of it.
alter table processor_notifications add column paid_merchant_id bigint, add column paid_transaction_id bigint;
