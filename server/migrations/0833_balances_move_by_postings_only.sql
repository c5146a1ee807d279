-- Balances move by postings only: asked once a statement, not for each row, so that PostgreSQL does not lock each row
-- before it changes it, and reads no condition again.
create function ledger_moved_by_postings() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() = 1 then
    raise exception using errcode = 'restrict_violation', constraint = 'ledger_balance_moves_by_postings', table = tg_table_name,
      message = format('%s of %s refused: ledger_balance_moves_by_postings', tg_op, tg_table_name);
  end if;
  return null;
end $$;
drop trigger moved_by_postings_only on ledger_accounts;
create trigger moved_by_postings_only before update on ledger_accounts
  for each statement execute function ledger_moved_by_postings();
drop trigger moved_by_postings_only on clearing_balances;
create trigger moved_by_postings_only before insert or update on clearing_balances
  for each statement execute function ledger_moved_by_postings();
