-- Replaced by the index payment_attempts_money, which includes the account.
alter table payment_attempts drop constraint payment_attempts_processor_reference;
