-- Returns true if the stock, less what others have reserved, covers every product of an order. `order_reserve` and
-- `order_take` call it; they have locked the products.
create or replace function order_in_stock(p_merchant_id bigint, p_order_id bigint)
  returns boolean
  language plpgsql
  stable
as $$
begin
  return not exists (
    select 1 from public.order_items i join public.products p on p.merchant_id = i.merchant_id and p.id = i.product_id
     where i.merchant_id = p_merchant_id and i.order_id = p_order_id and p.in_stock - p.reserved < i.quantity);
end $$;
