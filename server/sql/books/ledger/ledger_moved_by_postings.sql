-- Refuses a statement of a session that changes balances, movements or days directly: only the ledger's own triggers
-- may. Statement trigger of `ledger_accounts`, `clearing_balances`, `ledger_movements` and `ledger_days`. Its argument
-- names the broken rule.
create or replace function ledger_moved_by_postings()
  returns trigger
  language plpgsql
as $$
begin
  if pg_trigger_depth() = 1 then
    raise exception using errcode = 'restrict_violation', table = tg_table_name,
      constraint = coalesce(tg_argv[0], 'ledger_balance_moves_by_postings'),
      message = format('%s of %s refused: %s', tg_op, tg_table_name, coalesce(tg_argv[0], 'ledger_balance_moves_by_postings'));
  end if;
  return null;
end $$;
