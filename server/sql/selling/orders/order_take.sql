-- Takes the pieces of an order out of the stock, reserved or not. Returns false and marks the order `short` if they are
-- not all there; then none is taken. `payable_order_settle` and server/src/orders call it. The order is new or locked
-- by the caller; locks its products.
create or replace function order_take(p_merchant_id bigint, p_order_id bigint)
  returns boolean
  language plpgsql
as $$
declare
  v_stock text;
begin
  select o.stock into v_stock from public.orders o where o.merchant_id = p_merchant_id and o.id = p_order_id;
  if v_stock = 'taken' then
    return true;
  end if;
  perform lock_order_products(p_merchant_id, p_order_id);
  if v_stock <> 'reserved' and not order_in_stock(p_merchant_id, p_order_id) then
    update public.orders o set stock = 'short' where o.merchant_id = p_merchant_id and o.id = p_order_id;
    return false;
  end if;
  update public.products p set
      in_stock = p.in_stock - i.quantity,
      reserved = p.reserved - case when v_stock = 'reserved' then i.quantity else 0 end
    from public.order_items i
    where i.merchant_id = p_merchant_id and i.order_id = p_order_id
      and p.merchant_id = i.merchant_id and p.id = i.product_id;
  update public.orders o set stock = 'taken', reserved_until = null
    where o.merchant_id = p_merchant_id and o.id = p_order_id;
  return true;
end $$;
