-- Returns the id of the customer with this e-mail address or, failing that, this mobile number, or null. A contact that
-- a merged customer gave up leads to the customer it was merged into. `customer_orders`, `customer_pays` and
-- server/src/customers/writes.ts call it.
create or replace function customer_by_contact(p_merchant_id bigint, p_mode mode, p_email text, p_mobile text)
  returns bigint
  language plpgsql
  set enable_seqscan = off
as $$
declare
  v_id bigint;
begin
  if p_email <> '' then
    select c.id into v_id from public.customers c
     where c.merchant_id = p_merchant_id and c.mode = p_mode and c.email = lower(p_email);
  end if;
  if v_id is null and p_mobile <> '' then
    select c.id into v_id from public.customers c
     where c.merchant_id = p_merchant_id and c.mode = p_mode and c.mobile = p_mobile;
  end if;
  if v_id is null and p_email <> '' then
    select m.into_id into v_id from public.customer_merges m
     where m.merchant_id = p_merchant_id and m.mode = p_mode and m.former_email = lower(p_email) limit 1;
  end if;
  if v_id is null and p_mobile <> '' then
    select m.into_id into v_id from public.customer_merges m
     where m.merchant_id = p_merchant_id and m.mode = p_mode and m.former_mobile = p_mobile limit 1;
  end if;
  return v_id;
end $$;
