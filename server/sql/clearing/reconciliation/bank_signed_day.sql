-- Returns the last day of a bank account that is in a signed report, or null. `bank_lines_of_period` and
-- server/src/reconciliation/statements/store.ts call it.
create or replace function bank_signed_day(p_account bigint)
  returns date
  language sql
  stable
as $$
  select max(day) from public.reconciliation_cut_offs where bank_account_id = p_account and state = 'signed' $$;
