-- Returns the pieces of one order whose reservation has expired to the stock: of one merchant and mode, or, with nulls,
-- of any. Returns false if there is none. Skips orders that are locked or being paid. Releases before
-- server/src/orders/stock.ts call it; this one does not.
create or replace function release_due_order(
  p_now timestamptz,
  p_merchant_id bigint default null,
  p_mode mode default null::mode
)
  returns boolean
  language plpgsql
  set enable_seqscan = off
as $$
declare
  v record;
begin
  if p_merchant_id is null then
    select o.merchant_id, o.id into v from public.orders o
     where o.stock = 'reserved' and o.reserved_until <= p_now and not o.is_held
     order by o.reserved_until limit 1 for no key update skip locked;
  else
    select o.merchant_id, o.id into v from public.orders o
     where o.merchant_id = p_merchant_id and o.mode = p_mode
       and o.stock = 'reserved' and o.reserved_until <= p_now and not o.is_held
     order by o.reserved_until limit 1 for no key update skip locked;
  end if;
  if not found then
    return false;
  end if;
  perform order_give_back(v.merchant_id, v.id);
  return true;
end $$;
