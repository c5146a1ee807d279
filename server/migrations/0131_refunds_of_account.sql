-- Settlement files name refunds by the processor's id, or by ours.
create index concurrently refunds_of_account on refunds (processor_account_id, processor_refund_id)
  where processor_account_id is not null;
create index concurrently refunds_by_key on refunds (refund_key);
