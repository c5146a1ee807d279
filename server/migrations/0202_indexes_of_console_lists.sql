-- The console finds and sorts chargebacks, payouts and settlements of all merchants by amount, finds settlements by the
-- bank's reference, and payments by the reference of their link, invoice or order. None of these is written when a payer pays.
create index concurrently chargebacks_of_all_by_amount on chargebacks (mode, amount_piastres, id);
create index concurrently payouts_of_all_by_amount on payouts (mode, amount_piastres, id);
create index concurrently settlements_of_all_by_amount on settlements (mode, amount_piastres, id);
create index concurrently settlement_payments_by_bank_reference on settlement_payments (bank_reference);
create index concurrently payment_links_of_all_by_reference on payment_links (reference);
create index concurrently invoices_of_all_by_reference on invoices (reference);
create index concurrently orders_of_all_by_reference on orders (reference);
