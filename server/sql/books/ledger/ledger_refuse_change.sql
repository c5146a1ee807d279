-- Refuses the statement with the rule named by the trigger's argument. Trigger before update, delete or truncate of the
-- ledger's tables, fee documents, versions of bank accounts, users, and the maker of a customer: rows that must stay as
-- they are.
create or replace function ledger_refuse_change()
  returns trigger
  language plpgsql
as $$
begin
  raise exception using errcode = 'restrict_violation', constraint = tg_argv[0], table = tg_table_name,
    message = format('%s of %s refused: %s', tg_op, tg_table_name, tg_argv[0]);
end $$;
