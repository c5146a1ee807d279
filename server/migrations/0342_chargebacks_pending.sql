-- Those that wait for a decision, over all merchants, however many are decided.
create index concurrently chargebacks_pending on chargebacks (mode, due_at, id) where status = 0;
