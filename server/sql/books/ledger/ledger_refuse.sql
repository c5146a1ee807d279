-- Raises a check violation with the name of a rule as its constraint, so that server/src/ledger/errors.ts maps refusals
-- of triggers and of check constraints alike. The functions of the ledger and of fee invoices call it.
create or replace function ledger_refuse(p_rule text, p_message text)
  returns void
  language plpgsql
as $$
begin
  raise exception using errcode = 'check_violation', constraint = p_rule, message = p_message;
end $$;
