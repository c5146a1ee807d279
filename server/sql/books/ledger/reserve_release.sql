-- Releases the reserve items of a merchant and mode that are due up to a day, each once, and returns the piastres
-- released; nothing while settlements are on hold. server/src/reserve/store.ts calls it. Locks: merchant (share),
-- ledger, items.
create or replace function reserve_release(p_merchant_id bigint, p_mode mode, p_until date, p_now timestamptz)
  returns bigint
  language plpgsql
  set enable_seqscan = off
as $$
declare
  v_sum bigint := 0;
  i record;
begin
  perform from public.merchants m
    where m.id = p_merchant_id and merchant_settles(m.status, m.settlement_held_at, p_mode) for share;
  if not found then
    return 0;
  end if;
  -- The same lock that `ledger_post` takes; items are locked after it everywhere.
  perform from public.ledger_accounts a
    where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = 'clearing' and a.currency = 'EGP'
    for no key update;
  for i in
    select r.id, r.left_piastres, s.reference
      from public.reserve_items r join public.settlements s on s.merchant_id = r.merchant_id and s.id = r.settlement_id
     where r.merchant_id = p_merchant_id and r.mode = p_mode and r.left_piastres > 0 and r.release_on <= p_until
     order by r.release_on, r.id for no key update of r
  loop
    update public.reserve_items r set left_piastres = 0, released_at = p_now, released_piastres = i.left_piastres
     where r.merchant_id = p_merchant_id and r.id = i.id;
    perform ledger_post(p_merchant_id, p_mode, 'reserve_released', i.reference, 'reserve-released:' || i.id, p_now,
      array['reserve', 'available']::ledger_account_kind[], array['EGP', 'EGP']::char(3)[],
      array[-i.left_piastres, i.left_piastres]);
    v_sum := v_sum + i.left_piastres;
  end loop;
  return v_sum;
end $$;
