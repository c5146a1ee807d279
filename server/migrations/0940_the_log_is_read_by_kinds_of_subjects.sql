-- `TRX` in the search of a merchant's log finds what was done to payments: all entries of a kind of subject.
create index concurrently audit_log_of_merchant_by_subject on audit_log (merchant_id, subject text_pattern_ops, id) where subject is not null;
