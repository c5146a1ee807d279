-- Refuses with the name of a rule, so that a caller maps refusals of triggers and of CHECKs alike.
create or replace function ledger_refuse(p_rule text, p_message text)
  returns void
  language plpgsql
as $$
begin
  raise exception using errcode = 'check_violation', constraint = p_rule, message = p_message;
end $$;
