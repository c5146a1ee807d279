-- Reads the tables once while payments go on.
alter table payment_attempts validate constraint payment_attempts_state_check;
alter table payment_attempts validate constraint payment_attempts_final_holds_nothing;
alter table payment_attempts validate constraint payment_attempts_external_ref_check;
alter table refunds validate constraint refunds_way_check;
alter table refunds validate constraint refunds_for_operator_check;
