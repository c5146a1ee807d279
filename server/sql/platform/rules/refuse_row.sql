-- PostgreSQL reads the text of every check of a table again in every statement that writes it, and a payment writes these
-- tables seven times: that was a fifth of what a capture cost. So the rules of a row are one function in one check (ADR 116). What
-- they say, and which of them an error names, is what it was.
create or replace function refuse_row(p_table text, p_rule text)
  returns void
  language plpgsql
  immutable
as $$
begin
  raise exception using errcode = 'check_violation', table = p_table, constraint = p_rule,
    message = format('new row for relation "%s" violates check constraint "%s"', p_table, p_rule);
end $$;
