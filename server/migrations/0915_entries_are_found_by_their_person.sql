-- The search field of the audit log finds entries by the people who made them.
create index concurrently audit_log_of_merchant_by_user on audit_log (merchant_id, user_id, id);
