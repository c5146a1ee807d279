-- The console finds transfers of a merchant's ledger by the beginning of their reference.
create index concurrently ledger_transfers_by_reference on ledger_transfers (merchant_id, mode, reference text_pattern_ops, id);
