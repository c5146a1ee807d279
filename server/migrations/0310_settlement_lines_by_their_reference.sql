-- The console finds lines of a settlement file by the beginning of the processor's reference; a file may have a million.
create index concurrently reconciliation_lines_by_processor_ref on reconciliation_lines (file_id, processor_ref)
  where processor_ref is not null;
