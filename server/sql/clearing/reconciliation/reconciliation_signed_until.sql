-- Returns the end of the last signed period of an account at a processor, or null. Triggers of reconciliation and of
-- `ledger_transfers`, and server/src/reconciliation/store-import.ts, call it.
create or replace function reconciliation_signed_until(p_account bigint)
  returns timestamptz
  language sql
  stable
as $$
  select max(ends_at) from public.reconciliation_cut_offs where processor_account_id = p_account and state = 'signed' $$;
