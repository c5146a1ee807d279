-- Returns true if an attempt matches a rule. It is the only evaluation of rules: of a new attempt (`p_live`; the caller
-- holds the locks of `risk_judge`) and of a past one, for which only earlier attempts count. `risk_judge`,
-- `risk_card_known` and `risk_met` call it.
create or replace function risk_rule_matches(r risk_rules, f risk_facts, p_live boolean)
  returns boolean
  language plpgsql
  stable
  set enable_seqscan = off
as $$
declare
  v_since timestamptz := case when r.window_minutes is null then '-infinity'
                              else f.created_at - make_interval(mins => r.window_minutes) end;
  v_own boolean := r.merchant_id is not null;
  v_number bigint;
  v_failed bigint;
begin
  if r.mode <> f.mode or r.merchant_id <> f.merchant_id or r.payment_method <> f.payment_method then
    return false;
  end if;
  case r.condition
    when 'amount' then
      return f.charge_piastres > r.amount_piastres;
    when 'listed' then
      return risk_listed(f, 'blocked', case r.by_fact when 'address' then array['address', 'network']
                                                      else array[r.by_fact] end) is not null;
    when 'count' then
      select count(*) into v_number from risk_before(f, r.by_fact, v_own, v_since, p_live, r.times);
      return v_number >= r.times;
    when 'sum' then
      select sum(b.charge_piastres) into v_number from risk_before(f, r.by_fact, v_own, v_since, p_live, 1000) b;
      return coalesce(v_number, 0) + f.charge_piastres > r.amount_piastres
             and case r.by_fact when 'mobile' then f.mobile_key is not null when 'address' then f.address_key is not null
                                when 'card' then f.card_key is not null else f.bin is not null end;
    when 'declines' then
      select count(*), count(*) filter (where e.state = 'failed') into v_number, v_failed
        from (select a.state
                from risk_before(f, r.by_fact, v_own, v_since, p_live, 200) b
                join public.payment_attempts a on a.merchant_id = b.merchant_id and a.id = b.attempt_id
               where b.outcome <> 'block' and a.state in ('succeeded', 'failed')
                 and a.failure_reason is distinct from 'processing_error'
               order by b.created_at desc, b.attempt_id desc limit r.times) e;
      return v_number = r.times and v_failed = r.times;
    when 'first' then
      return f.charge_piastres > r.amount_piastres and not exists (
        select from risk_before(f, 'mobile', v_own, '-infinity', p_live, 1000) b
          join public.payment_attempts a on a.merchant_id = b.merchant_id and a.id = b.attempt_id
         where a.state = 'succeeded');
  end case;
end $$;
