-- Marks an order as paid (`p_paid`) and takes its pieces, or marks it `short`; without a payment it frees the place
-- (`p_held`) and returns reserved pieces. Returns true if the payment counts, false if the order is paid or canceled.
-- `payable_settle` calls it by name for the kind `order`; the caller holds `payable_order_lock`.
create or replace function payable_order_settle(
  p_merchant_id bigint,
  p_id bigint,
  p_held boolean,
  p_paid boolean,
  p_now timestamptz
)
  returns boolean
  language plpgsql
as $$
begin
  if p_paid then
    perform 1 from public.orders o
      where o.merchant_id = p_merchant_id and o.id = p_id and o.status = 1 and o.fulfilment <> 'canceled';
    if found then
      perform order_take(p_merchant_id, p_id);
      update public.orders o set status = 2, paid_at = p_now, is_held = o.is_held and not p_held, updated_at = p_now
        where o.merchant_id = p_merchant_id and o.id = p_id;
      return true;
    end if;
  end if;
  if p_held then
    perform 1 from public.orders o
      where o.merchant_id = p_merchant_id and o.id = p_id and o.status = 1 and o.stock = 'reserved';
    if found then
      perform order_give_back(p_merchant_id, p_id);
    end if;
    update public.orders o set is_held = false where o.merchant_id = p_merchant_id and o.id = p_id;
  end if;
  return false;
end $$;
