-- Raises the check violation that PostgreSQL would raise for the constraint `p_rule` of `p_table`. Functions that test
-- the rules of a row in place of check constraints call it, so that callers map both alike (decision 116).
create or replace function refuse_row(p_table text, p_rule text)
  returns void
  language plpgsql
  immutable
as $$
begin
  raise exception using errcode = 'check_violation', table = p_table, constraint = p_rule,
    message = format('new row for relation "%s" violates check constraint "%s"', p_table, p_rule);
end $$;
