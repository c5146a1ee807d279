-- The console finds lines of a settlement file by amount, and sorts them by it.
create index concurrently reconciliation_lines_by_gross on reconciliation_lines (file_id, gross_piastres, line_no);
