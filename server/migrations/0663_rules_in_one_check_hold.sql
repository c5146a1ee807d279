-- The rows that were there keep to the same rules already; this says so, and locks nobody out.
alter table payment_links validate constraint payment_links_rules;
alter table payment_attempts validate constraint payment_attempts_rules;
alter table transactions validate constraint transactions_rules;
