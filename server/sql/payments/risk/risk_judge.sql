-- Stores the risk facts of a new attempt and returns the strictest outcome of the matching rules: `allow`, `challenge`,
-- `review` or `block`, or `trusted` if a trusted entry overrules them. Takes an advisory lock per counted fact, in
-- order, so that two attempts at once count each other. server/src/risk/store-facts.ts calls it in the transaction that
-- inserts the attempt.
create or replace function risk_judge(
  p_merchant_id bigint,
  p_attempt_id bigint,
  p_mobile_key bytea,
  p_mobile_shown text,
  p_address_key bytea,
  p_network_key bytea,
  p_address_shown text,
  p_address_kind text,
  p_country text,
  p_bin text,
  p_card_key bytea,
  p_can_challenge boolean
)
  returns text
  language plpgsql
  set enable_seqscan = off
as $$
declare
  f public.risk_facts%rowtype;
  r public.risk_rules%rowtype;
  v_ranks constant text[] := array['allow', 'challenge', 'review', 'block'];
  v_rank integer := 1;
  v_effect text;
begin
  select a.merchant_id, a.id, a.transaction_id, a.mode, a.payment_method, a.charge_piastres, a.created_at,
         p_mobile_key, p_mobile_shown, p_address_key, p_network_key, p_address_shown, p_address_kind, p_country, p_bin,
         p_card_key, 'allow'
    into f
    from public.payment_attempts a where a.merchant_id = p_merchant_id and a.id = p_attempt_id;
  -- Two attempts of one payer at once: the second waits here until the first is stored, and counts it.
  perform pg_advisory_xact_lock(l.key)
    from (select distinct hashtextextended('risk ' || f.mode || ' ' || u.by_fact || ' ' ||
                   case u.by_fact when 'mobile' then encode(f.mobile_key, 'hex') when 'address' then encode(f.address_key, 'hex')
                     when 'card' then encode(f.card_key, 'hex') when 'bin' then f.bin
                     when 'merchant' then f.merchant_id::text end, 0) as key
            from public.risk_rules u
           where u.is_on and u.mode = f.mode and u.condition in ('count', 'sum')
             and (u.merchant_id is null or u.merchant_id = f.merchant_id)
             and (u.payment_method is null or u.payment_method = f.payment_method)
           order by 1) l
   where l.key is not null;
  for r in select x.* from public.risk_rules x where x.is_on and x.mode = f.mode order by x.id loop
    if risk_rule_matches(r, f, true) then
      v_effect := case when r.outcome = 'challenge' and not p_can_challenge then r.otherwise else r.outcome end;
      insert into public.risk_matches (merchant_id, attempt_id, rule_id, version, outcome, at)
        values (f.merchant_id, f.attempt_id, r.id, r.version, v_effect, f.created_at);
      v_rank := greatest(v_rank, array_position(v_ranks, v_effect));
    end if;
  end loop;
  f.outcome := v_ranks[v_rank];
  if v_rank > 1 and risk_listed(f, 'trusted', array['mobile', 'address', 'network', 'card', 'bin', 'country']) is not null then
    f.outcome := 'trusted';
  end if;
  insert into public.risk_facts select f.*;
  if f.outcome = 'review' then
    insert into public.risk_reviews (merchant_id, transaction_id, attempt_id, mode, created_at)
      values (f.merchant_id, f.transaction_id, f.attempt_id, f.mode, f.created_at);
  end if;
  return f.outcome;
end $$;
