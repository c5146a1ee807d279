-- Finds a payment by our id of it at its processor: a hundred random bits, so that two never have the same.
create index concurrently payment_attempts_external_ref on payment_attempts (external_ref) where external_ref is not null;
