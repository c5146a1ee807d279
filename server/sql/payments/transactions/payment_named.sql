-- Returns merchant and reference of a payment as JSON, or null. Lists of the console (reconciliation, risk) and
-- `payment_of_item` call it once a row: on a cluster, rows of merchants are on other machines and cannot be joined.
create or replace function payment_named(p_merchant_id bigint, p_id bigint)
  returns jsonb
  language plpgsql
  stable
as $$
declare
  v_payment jsonb;
begin
  if p_merchant_id is null or p_id is null then return null; end if;
  select jsonb_build_object('merchantId', t.merchant_id, 'merchantName', m.business_name, 'id', t.id, 'reference', t.reference)
    into v_payment
    from public.transactions t join public.merchants m on m.id = t.merchant_id
   where t.merchant_id = p_merchant_id and t.id = p_id;
  return v_payment;
end $$;
