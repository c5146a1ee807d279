create or replace function ledger_accounts_hold()
  returns trigger
  language plpgsql
as $$
begin
  perform public.ledger_accounts_rules(new.kind, new.currency, new.balance);
  return null;
end $$;
