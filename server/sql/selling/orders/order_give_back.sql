-- Returns the pieces of an order to the stock, whether they were reserved or taken. `payable_order_settle` and
-- server/src/orders/store.ts call it. The caller has locked the order; locks its products.
create or replace function order_give_back(p_merchant_id bigint, p_order_id bigint)
  returns void
  language plpgsql
as $$
declare
  v_stock text;
begin
  select o.stock into v_stock from public.orders o where o.merchant_id = p_merchant_id and o.id = p_order_id;
  if v_stock not in ('reserved', 'taken') then
    return;
  end if;
  perform lock_order_products(p_merchant_id, p_order_id);
  update public.products p set
      in_stock = p.in_stock + case when v_stock = 'taken' then i.quantity else 0 end,
      reserved = p.reserved - case when v_stock = 'reserved' then i.quantity else 0 end
    from public.order_items i
    where i.merchant_id = p_merchant_id and i.order_id = p_order_id
      and p.merchant_id = i.merchant_id and p.id = i.product_id;
  update public.orders o set stock = 'released', reserved_until = null
    where o.merchant_id = p_merchant_id and o.id = p_order_id;
end $$;
