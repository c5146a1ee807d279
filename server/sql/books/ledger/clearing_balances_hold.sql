-- Refuses a balance that a JavaScript number cannot hold exactly. Trigger of `clearing_balances`: after insert in every
-- session, after update only in a restore or copy (`enable replica`), because `ledger_apply_postings` checks updates
-- itself.
create or replace function clearing_balances_hold()
  returns trigger
  language plpgsql
as $$
begin
  if new.balance > 9007199254740991 or new.balance < -9007199254740991 then
    perform public.refuse_row('clearing_balances', 'ledger_balance_is_exact');
  end if;
  return null;
end $$;
