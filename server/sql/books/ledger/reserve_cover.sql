-- Draws on the reserve of a merchant to cover a negative `available` balance, as far as it goes, the items released
-- next first. Returns the piastres drawn. server/src/reserve/store.ts calls it after the transfer that caused the
-- shortage, which holds the ledger's lock; reserve items are locked after it everywhere.
create or replace function reserve_cover(
  p_merchant_id bigint,
  p_mode mode,
  p_key text,
  p_reference text,
  p_now timestamptz
)
  returns bigint
  language plpgsql
  set enable_seqscan = off
as $$
declare
  v_short bigint;
  v_ids bigint[] := '{}';
  v_amounts bigint[] := '{}';
  v_sum bigint := 0;
  v_take bigint;
  v_transfer bigint;
  i record;
begin
  select -a.balance into v_short from public.ledger_accounts a
   where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = 'available' and a.currency = 'EGP';
  if v_short is null or v_short <= 0 then
    return 0;
  end if;
  for i in
    select r.id, r.left_piastres from public.reserve_items r
     where r.merchant_id = p_merchant_id and r.mode = p_mode and r.left_piastres > 0
     order by r.release_on, r.id for no key update
  loop
    exit when v_sum >= v_short;
    v_take := least(i.left_piastres, v_short - v_sum);
    v_ids := v_ids || i.id;
    v_amounts := v_amounts || v_take;
    v_sum := v_sum + v_take;
  end loop;
  if v_sum = 0 then
    return 0;
  end if;
  update public.reserve_items r set left_piastres = r.left_piastres - d.amount
    from unnest(v_ids, v_amounts) d (id, amount)
   where r.merchant_id = p_merchant_id and r.id = d.id;
  select transfer_id into v_transfer
    from ledger_post(p_merchant_id, p_mode, 'reserve_drawn', p_reference, 'reserve-drawn:' || p_key, p_now,
      array['reserve', 'available']::ledger_account_kind[], array['EGP', 'EGP']::char(3)[], array[-v_sum, v_sum]);
  insert into public.reserve_draws (merchant_id, item_id, transfer_id, amount_piastres, drawn_at)
  select p_merchant_id, d.id, v_transfer, d.amount, p_now from unnest(v_ids, v_amounts) d (id, amount);
  return v_sum;
end $$;
