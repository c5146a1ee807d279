-- The console finds a statement by a reference of one of its lines, and sorts its lines by day and amount.
create index concurrently bank_lines_by_bank_reference on bank_lines (bank_reference) where bank_reference <> '';
create index concurrently bank_lines_by_own_reference on bank_lines (own_reference) where own_reference <> '';
create index concurrently bank_lines_by_day on bank_lines (file_id, booked_on, id);
create index concurrently bank_lines_by_amount on bank_lines (file_id, amount_piastres, id);
