-- The primary key has the same columns, and is read backwards as fast.
drop index concurrently audit_log_newest;
