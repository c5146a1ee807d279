-- Returns earlier attempts with the same mobile number, address, card or BIN as `f`, or of the same merchant, newest
-- first, at most `p_limit`; `p_own` searches one merchant, otherwise all. With `p_live`, stored attempts count whatever
-- their time, because `risk_judge` has taken a lock; otherwise only those before `f`. `risk_rule_matches` and
-- `risk_same` call it.
create or replace function risk_before(
  f risk_facts,
  p_by text,
  p_own boolean,
  p_since timestamptz,
  p_live boolean,
  p_limit integer
)
  returns table(merchant_id bigint, attempt_id bigint, charge_piastres bigint, outcome text, created_at timestamptz)
  language plpgsql
  stable
  set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_until timestamptz := case when p_live then 'infinity' else f.created_at end;
  v_last bigint := f.attempt_id;
begin
  if p_by = 'mobile' then
    if f.mobile_key is null then
      return;
    elsif p_own then
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from public.risk_facts x
         where x.merchant_id = f.merchant_id and x.mode = f.mode and x.mobile_key = f.mobile_key and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    else
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from public.risk_facts x
         where x.mode = f.mode and x.mobile_key = f.mobile_key and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    end if;
  elsif p_by = 'address' then
    if f.address_key is null then
      return;
    elsif p_own then
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from public.risk_facts x
         where x.merchant_id = f.merchant_id and x.mode = f.mode and x.address_key = f.address_key and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    else
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from public.risk_facts x
         where x.mode = f.mode and x.address_key = f.address_key and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    end if;
  elsif p_by = 'card' then
    if f.card_key is null then
      return;
    elsif p_own then
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from public.risk_facts x
         where x.merchant_id = f.merchant_id and x.mode = f.mode and x.card_key = f.card_key and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    else
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from public.risk_facts x
         where x.mode = f.mode and x.card_key = f.card_key and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    end if;
  elsif p_by = 'bin' then
    if f.bin is null then
      return;
    elsif p_own then
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from public.risk_facts x
         where x.merchant_id = f.merchant_id and x.mode = f.mode and x.bin = f.bin and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    else
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from public.risk_facts x
         where x.mode = f.mode and x.bin = f.bin and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    end if;
  elsif p_by = 'merchant' then
    return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from public.risk_facts x
         where x.merchant_id = f.merchant_id and x.mode = f.mode and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
  end if;
end $$;
