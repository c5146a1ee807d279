-- Applies `ledger_accounts_rules` to a row of `ledger_accounts`. Trigger: after insert in every session, after a change
-- of the balance only in a restore or copy (`enable replica`), because `ledger_apply_postings` checks the balances that
-- it moves.
create or replace function ledger_accounts_hold()
  returns trigger
  language plpgsql
as $$
begin
  perform public.ledger_accounts_rules(new.kind, new.currency, new.balance);
  return null;
end $$;
