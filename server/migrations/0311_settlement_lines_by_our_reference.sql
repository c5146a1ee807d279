-- The console finds lines of a settlement file by the beginning of our reference.
create index concurrently reconciliation_lines_by_our_ref on reconciliation_lines (file_id, our_ref)
  where our_ref is not null;
