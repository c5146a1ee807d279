-- Returns what a processor owes us at one account, in piastres, over all merchants. server/src/ops/processors/store.ts
-- calls it per account: on a cluster the balances are spread over machines.
create or replace function owed_by_account(p_account_id bigint)
  returns bigint
  language plpgsql
  stable
as $$
declare
  v_owed bigint;
begin
  select -coalesce(sum(c.balance), 0) into v_owed from public.clearing_balances c
   where c.processor_account_id = p_account_id and c.currency = 'EGP';
  return v_owed;
end $$;
