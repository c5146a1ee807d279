-- Takes a place of a payment link for a payer. Returns `held`, or why not: `not-found`, `expired`, `inactive` (closed),
-- `paid` (its only place), `exhausted` (all its places) or `busy` (others are paying now). Frees expired holds first.
-- Locks the link. server/src/checkout/store-links.ts calls it.
create or replace function link_hold_place(p_merchant_id bigint, p_mode mode, p_id bigint, p_now timestamptz)
  returns text
  language plpgsql
  set enable_seqscan = off
as $$
declare
  l public.payment_links%rowtype;
begin
  select * into l from public.payment_links x
    where x.merchant_id = p_merchant_id and x.mode = p_mode and x.id = p_id for no key update;
  if not found then
    return 'not-found';
  end if;
  if l.paid_count >= l.max_payment_count then
    return case when l.max_payment_count = 1 then 'paid' else 'exhausted' end;
  end if;
  if l.status = 1 then
    return 'inactive';
  end if;
  if link_status(l.status, l.due_at, p_now) = 3 then
    update public.payment_links x set status = 3, updated_at = p_now
      where x.merchant_id = p_merchant_id and x.id = p_id and x.status = 2;
    return 'expired';
  end if;
  if l.paid_count + l.held_count >= l.max_payment_count then
    perform release_places('payment-link', p_merchant_id, p_id, p_now);
  end if;
  update public.payment_links x set held_count = x.held_count + 1
    where x.merchant_id = p_merchant_id and x.id = p_id and x.paid_count + x.held_count < x.max_payment_count;
  return case when found then 'held' else 'busy' end;
end $$;
