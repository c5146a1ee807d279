-- What a report lists is sorted by amount and found by amount.
create index concurrently reconciliation_cut_off_rows_by_amount on reconciliation_cut_off_rows (cut_off_id, amount_piastres, n);
