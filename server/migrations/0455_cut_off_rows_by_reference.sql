-- And by the beginning of a reference.
create index concurrently reconciliation_cut_off_rows_by_reference on reconciliation_cut_off_rows (cut_off_id, reference text_pattern_ops, n);
