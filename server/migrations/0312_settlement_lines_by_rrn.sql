-- The console finds lines of a settlement file by the beginning of the RRN.
create index concurrently reconciliation_lines_by_rrn on reconciliation_lines (file_id, rrn)
  where rrn is not null;
