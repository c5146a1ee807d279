-- Frees the place that an attempt holds after `hold_expires_at`; the attempt itself stays open. Returns false if there
-- was nothing to free. Locks the payable, then the attempt. `release_places` and server/src/checkout/store-asking.ts
-- call it.
create or replace function attempt_release(p_merchant_id bigint, p_attempt_id bigint, p_now timestamptz)
  returns boolean
  language plpgsql
  set enable_seqscan = off
as $$
declare
  a record;
begin
  select x.payable_kind, x.payable_id into a
    from public.payment_attempts x where x.merchant_id = p_merchant_id and x.id = p_attempt_id;
  if not found then
    return false;
  end if;
  -- Whoever changes an attempt's place holds its payable's lock.
  perform payable_lock(a.payable_kind, p_merchant_id, a.payable_id, p_now);
  update public.payment_attempts x set holds_place = false, updated_at = p_now
    where x.merchant_id = p_merchant_id and x.id = p_attempt_id and x.holds_place and x.hold_expires_at <= p_now;
  if not found then
    return false;
  end if;
  perform payable_settle(a.payable_kind, p_merchant_id, a.payable_id, true, false, p_now);
  return true;
end $$;
