-- Reads the table once while payments go on.
alter table transactions validate constraint transactions_refund_covered;
alter table transactions validate constraint transactions_refunds_covered;
alter table transactions validate constraint transactions_refunded_whole;
