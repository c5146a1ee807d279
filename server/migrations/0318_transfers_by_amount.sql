-- The console finds files of transfers by the amount of one of them.
create index concurrently bank_transfers_by_amount on bank_transfers (amount_piastres);
