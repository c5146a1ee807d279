-- As in 0660, for what a posting writes: the text of each check was read again by every statement (ADR 116). What they say, and
-- which of them an error names, is what it was.
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
