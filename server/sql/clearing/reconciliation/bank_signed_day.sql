-- The last signed day of a bank account; null: none is.
create or replace function bank_signed_day(p_account bigint)
  returns date
  language sql
  stable
as $$
  select max(day) from public.reconciliation_cut_offs where bank_account_id = p_account and state = 'signed' $$;
