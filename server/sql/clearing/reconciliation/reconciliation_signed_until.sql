-- When the last signed period of an account ended; null: none was.
create or replace function reconciliation_signed_until(p_account bigint)
  returns timestamptz
  language sql
  stable
as $$
  select max(ends_at) from public.reconciliation_cut_offs where processor_account_id = p_account and state = 'signed' $$;
