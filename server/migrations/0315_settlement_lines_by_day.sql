-- The console finds lines of a settlement file by day, and sorts them by it.
create index concurrently reconciliation_lines_by_day on reconciliation_lines (file_id, occurred_on, line_no);
