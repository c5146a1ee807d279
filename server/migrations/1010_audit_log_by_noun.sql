-- `TRX` in the search of the console's log finds what was done to payments of all merchants: all entries of some kinds of subject.
create index concurrently audit_log_by_noun on audit_log (split_part(subject, ':', 1));
