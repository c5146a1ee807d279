create or replace function refuse_transition()
  returns trigger
  language plpgsql
as $$
begin
  raise exception using errcode = 'check_violation', constraint = tg_argv[0], table = tg_table_name,
    message = format('%s: this change of status is not legal', tg_table_name);
end $$;
