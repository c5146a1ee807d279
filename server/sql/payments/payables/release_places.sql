-- Frees the places of a payable whose holds have expired, so that the next payer can take one. `link_hold_place`,
-- `invoice_hold_place` and `order_hold_place` call it and hold the payable's lock.
create or replace function release_places(p_kind text, p_merchant_id bigint, p_id bigint, p_now timestamptz)
  returns void
  language plpgsql
  set enable_seqscan = off
as $$
declare
  v_attempt bigint;
begin
  for v_attempt in
    select x.id from public.payment_attempts x
     where x.merchant_id = p_merchant_id and x.payable_kind = p_kind and x.payable_id = p_id
       and x.holds_place and x.hold_expires_at <= p_now order by x.id
  loop
    perform attempt_release(p_merchant_id, v_attempt, p_now);
  end loop;
end $$;
