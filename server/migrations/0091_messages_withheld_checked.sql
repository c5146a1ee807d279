-- Reads the table once while messages go on.
alter table messages validate constraint messages_state_check;
