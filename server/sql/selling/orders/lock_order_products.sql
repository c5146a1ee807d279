-- Locks the products of an order in the order of their ids, so that two orders cannot deadlock. `order_reserve`,
-- `order_take` and `order_give_back` call it; the caller has locked the order.
create or replace function lock_order_products(p_merchant_id bigint, p_order_id bigint)
  returns void
  language plpgsql
as $$
begin
  perform 1 from public.products p
    where p.merchant_id = p_merchant_id
      and p.id in (select i.product_id from public.order_items i
                    where i.merchant_id = p_merchant_id and i.order_id = p_order_id)
    order by p.id for no key update;
end $$;
