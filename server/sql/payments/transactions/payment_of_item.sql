-- Returns the payment of an item of a processor's settlement file as JSON: the item itself (`payment`, `cost`), or the
-- payment of its refund or chargeback. server/src/reconciliation/store-lines.ts calls it once a row, like
-- `payment_named`.
create or replace function payment_of_item(p_merchant_id bigint, p_item text, p_id bigint)
  returns jsonb
  language plpgsql
  stable
as $$
declare
  v_id bigint;
begin
  if p_merchant_id is null or p_item is null then return null; end if;
  if p_item in ('payment', 'cost') then
    v_id := p_id;
  elsif p_item in ('refund', 'refund_reversed') then
    select r.transaction_id into v_id from public.refunds r where r.merchant_id = p_merchant_id and r.id = p_id;
  else
    select c.transaction_id into v_id from public.chargebacks c where c.merchant_id = p_merchant_id and c.id = p_id;
  end if;
  return payment_named(p_merchant_id, v_id);
end $$;
