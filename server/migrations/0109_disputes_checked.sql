-- Reads the tables once while payments go on.
alter table transactions validate constraint transactions_refunds_covered;
alter table transactions validate constraint transactions_disputes_covered;
alter table refunds validate constraint refunds_for_operator_check;
