-- New ones are counted by whoever adds them: an import adds a hundred thousand in one transaction.
create or replace function keep_customer_totals()
  returns trigger
  language plpgsql
as $$
begin
  perform list_total_add(old.merchant_id, old.mode, 'customers', old.state, -1);
  perform list_total_add(new.merchant_id, new.mode, 'customers', new.state, 1);
  return null;
end $$;
