-- The console's list of fee invoices, by total, and of one merchant by issue.
create index concurrently fee_invoices_by_total_of_all on fee_invoices (total_piastres, id);
create index concurrently fee_invoices_by_issue_of_merchant on fee_invoices (merchant_id, issued_at, id);
