-- Reserves the pieces of an order until a time; returns false and reserves nothing if they are not all in stock.
-- `order_hold_place` and server/src/orders/store-place.ts call it. The order is new or locked by the caller; locks its
-- products.
create or replace function order_reserve(p_merchant_id bigint, p_order_id bigint, p_until timestamptz)
  returns boolean
  language plpgsql
as $$
begin
  perform lock_order_products(p_merchant_id, p_order_id);
  if not order_in_stock(p_merchant_id, p_order_id) then
    return false;
  end if;
  update public.products p set reserved = p.reserved + i.quantity
    from public.order_items i
    where i.merchant_id = p_merchant_id and i.order_id = p_order_id
      and p.merchant_id = i.merchant_id and p.id = i.product_id;
  update public.orders o set stock = 'reserved', reserved_until = p_until
    where o.merchant_id = p_merchant_id and o.id = p_order_id;
  return true;
end $$;
