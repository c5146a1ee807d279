-- The console finds breaks by a reference or payment, and tickets by what they are about; it sorts what failed and what waits
-- for approval. None of these is written when a payer pays.
create index concurrently reconciliation_breaks_by_reference on reconciliation_breaks (reference text_pattern_ops);
create index concurrently reconciliation_breaks_of_payment on reconciliation_breaks (merchant_id, transaction_id)
  where transaction_id is not null;
create index concurrently tickets_of_all_by_about on tickets (about) where about <> '';
create index concurrently messages_failed_by_recipient on messages (recipient, id) where state = 'failed';
create index concurrently webhook_events_given_up_by_type on webhook_events (type, id) where state = 3;
create index concurrently operator_approvals_by_kind on operator_approvals (kind, id);
