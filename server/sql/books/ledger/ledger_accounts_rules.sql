-- Refuses a balance that an account must not have, naming the rule as a check constraint would: fees, VAT, payout,
-- chargeback and reserve are never negative, processor fees never positive, and every balance is exact as a JavaScript
-- number. `ledger_accounts_hold` and `ledger_apply_postings` call it (decision 116).
create or replace function ledger_accounts_rules(kind ledger_account_kind, currency character, balance bigint)
  returns boolean
  language plpgsql
  immutable
as $$
declare
  v_broken text;
begin
  v_broken := case
    when balance > 0 and kind = 'acquirer_fees' then 'ledger_acquirer_fees_not_positive'
    when balance < -9007199254740991 or balance > 9007199254740991 then 'ledger_balance_is_exact'
    when currency <> 'EGP' and currency !~ '^[A-Z]{3}$' then 'ledger_currency_is_iso'
    when balance < 0 and kind in ('chargeback', 'fees', 'payout', 'reserve', 'vat')
      then 'ledger_' || kind || '_not_negative'
  end;
  if v_broken is not null then
    perform public.refuse_row('ledger_accounts', v_broken);
  end if;
  return true;
end $$;
