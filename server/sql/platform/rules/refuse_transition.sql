-- Refuses a change of status with the constraint named by the trigger's argument. The triggers that call it state in
-- their condition which changes are illegal.
create or replace function refuse_transition()
  returns trigger
  language plpgsql
as $$
begin
  raise exception using errcode = 'check_violation', constraint = tg_argv[0], table = tg_table_name,
    message = format('%s: this change of status is not legal', tg_table_name);
end $$;
