-- Finds a payment by our id of it at its processor, and keeps two from having the same.
create unique index concurrently payment_attempts_external_ref on payment_attempts (external_ref)
  where external_ref is not null;
