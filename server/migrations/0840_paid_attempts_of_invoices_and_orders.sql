-- Which attempt paid is asked of invoices and orders alone; most attempts are of links.
create index concurrently payment_attempts_paid on payment_attempts (merchant_id, payable_kind, payable_id)
  where counted and payable_kind <> 'payment-link';
