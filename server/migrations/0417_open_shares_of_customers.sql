-- What a customer owes is read without reading what they have paid.
create index concurrently invoice_shares_open on invoice_shares (merchant_id, customer_id, invoice_id)
  where status = 'unpaid' and removed_at is null;
