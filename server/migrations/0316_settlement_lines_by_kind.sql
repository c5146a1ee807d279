-- The console finds lines of a settlement file of any kind but payments, which most are.
create index concurrently reconciliation_lines_by_kind on reconciliation_lines (file_id, kind, line_no)
  where kind <> 'payment';
