-- As in 0660, for what a posting writes: the text of each check was read again by every statement (ADR 132). What they say, and
-- which of them an error names, is what it was.
create function ledger_accounts_rules(kind ledger_account_kind, currency character, balance bigint)
returns boolean language plpgsql immutable as $$
declare
  v_broken text;
begin
  v_broken := case
    when not (kind <> 'acquirer_fees' or balance <= 0) then 'ledger_acquirer_fees_not_positive'
    when not (balance >= -9007199254740991 and balance <= 9007199254740991) then 'ledger_balance_is_exact'
    when not (kind <> 'chargeback' or balance >= 0) then 'ledger_chargeback_not_negative'
    when not (currency ~ '^[A-Z]{3}$') then 'ledger_currency_is_iso'
    when not (kind <> 'fees' or balance >= 0) then 'ledger_fees_not_negative'
    when not (kind <> 'payout' or balance >= 0) then 'ledger_payout_not_negative'
    when not (kind <> 'reserve' or balance >= 0) then 'ledger_reserve_not_negative'
    when not (kind <> 'vat' or balance >= 0) then 'ledger_vat_not_negative'
  end;
  if v_broken is not null then
    perform refuse_row('ledger_accounts', v_broken);
  end if;
  return true;
end $$;

alter table ledger_accounts
  drop constraint ledger_acquirer_fees_not_positive,
  drop constraint ledger_balance_is_exact,
  drop constraint ledger_chargeback_not_negative,
  drop constraint ledger_currency_is_iso,
  drop constraint ledger_fees_not_negative,
  drop constraint ledger_payout_not_negative,
  drop constraint ledger_reserve_not_negative,
  drop constraint ledger_vat_not_negative,
  add constraint ledger_accounts_rules check (ledger_accounts_rules(kind, currency, balance)) not valid;
