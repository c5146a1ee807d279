-- Refuses a customer whose `created_by` is not a user of the same merchant. Trigger of `customers`, after insert, once
-- per statement: a foreign key would be tested for each of the ten thousand rows of an import (decision 25).
create or replace function customers_made_by_users()
  returns trigger
  language plpgsql
as $$
declare
  v_merchants bigint[];
  v_makers bigint[];
begin
  select array_agg(a.merchant_id), array_agg(a.created_by) into v_merchants, v_makers
    from (select distinct merchant_id, created_by from added) a;
  for each in 1 .. coalesce(cardinality(v_merchants), 0) loop
    if not exists (select from public.users u where u.merchant_id = v_merchants[each] and u.id = v_makers[each]) then
      raise exception using errcode = 'foreign_key_violation', constraint = 'customers_created_by', table = 'customers',
        message = 'a customer is made by a user of its merchant';
    end if;
  end loop;
  return null;
end $$;
