create index concurrently sandbox_payments_by_age on sandbox_payments (created_at);
