-- Reads the table once while payments go on.
alter table transactions validate constraint transactions_flags_check;
