-- Refuses a balance of an unknown processor account, or of one that does not serve this merchant and mode. Trigger of
-- `clearing_balances`, after insert, in place of a foreign key, which could not compare merchant and mode.
create or replace function clearing_balances_known()
  returns trigger
  language plpgsql
as $$
begin
  if not exists (
    select from public.processor_accounts a
     where a.id = new.processor_account_id and a.mode = new.mode
       and (a.merchant_id is null or a.merchant_id = new.merchant_id)
  ) then
    perform ledger_refuse('ledger_processor_account_known', 'no account at a processor that serves this merchant and mode');
  end if;
  return null;
end $$;
