-- Takes the place of an order for a payer, one at a time, and reserves its pieces until `p_until`. Returns `held`, or
-- why not: `not-found`, `paid`, `inactive` (canceled), `expired`, `busy` or `exhausted` (out of stock). Frees expired
-- holds first. Locks the order, then its products. server/src/orders/store.ts calls it.
create or replace function order_hold_place(
  p_merchant_id bigint,
  p_mode mode,
  p_id bigint,
  p_now timestamptz,
  p_until timestamptz
)
  returns text
  language plpgsql
  set enable_seqscan = off
as $$
declare
  o public.orders%rowtype;
begin
  select * into o from public.orders x
   where x.merchant_id = p_merchant_id and x.mode = p_mode and x.id = p_id for no key update;
  if not found then
    return 'not-found';
  end if;
  if o.status = 2 then
    return 'paid';
  end if;
  if o.fulfilment = 'canceled' then
    return 'inactive';
  end if;
  if o.due_at <= p_now then
    return 'expired';
  end if;
  if o.is_held then
    perform release_places('order', p_merchant_id, p_id, p_now);
    select * into o from public.orders x where x.merchant_id = p_merchant_id and x.id = p_id;
    if o.is_held then
      return 'busy';
    end if;
  end if;
  if o.stock = 'reserved' then
    update public.orders x set reserved_until = greatest(x.reserved_until, p_until)
      where x.merchant_id = p_merchant_id and x.id = p_id;
  elsif o.stock in ('none', 'released') and not order_reserve(p_merchant_id, p_id, p_until) then
    return 'exhausted';
  end if;
  update public.orders x set is_held = true where x.merchant_id = p_merchant_id and x.id = p_id;
  return 'held';
end $$;
