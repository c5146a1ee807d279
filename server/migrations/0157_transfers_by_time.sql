-- What was booked since the figures were last summed up. Summaries of blocks: booking a transfer does not become slower.
create index concurrently ledger_transfers_by_time on ledger_transfers using brin (created_at);
