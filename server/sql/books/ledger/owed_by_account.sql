-- What an account at a processor owes us, in piastres.
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
