-- What has expired is found by index: each of these was read whole, every hour, to forget a few rows.
create index concurrently sessions_expires on sessions (expires_at);
create index concurrently email_tokens_expires on email_tokens (expires_at);
create index concurrently operator_sessions_expires on operator_sessions (expires_at);
