-- The console finds lines of a settlement file without a gross amount, such as costs of no payment, by their net amount.
create index concurrently reconciliation_lines_by_net on reconciliation_lines (file_id, net_piastres, line_no)
  where gross_piastres = 0;
