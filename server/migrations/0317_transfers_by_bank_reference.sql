-- The console finds files of transfers by the bank's reference of one of them.
create index concurrently bank_transfers_by_bank_reference on bank_transfers (bank_reference) where bank_reference <> '';
