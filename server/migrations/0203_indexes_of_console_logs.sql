-- The console finds what was done to one object, and lists the webhooks that failed for good: few among very many events.
create index concurrently audit_log_by_subject on audit_log (subject, at, id) where subject is not null;
create index concurrently webhook_events_given_up on webhook_events (created_at, id) where state = 3;
