-- Adds what the processor reports about the card and applies the rules about cards, once. The payment is already made,
-- so a rule that matches sends it to review, whatever its outcome; returns true then. server/src/risk/store-facts.ts
-- calls it.
create or replace function risk_card_known(
  p_merchant_id bigint,
  p_attempt_id bigint,
  p_bin text,
  p_card_key bytea,
  p_country text
)
  returns boolean
  language plpgsql
  set enable_seqscan = off
as $$
declare
  f public.risk_facts%rowtype;
  r public.risk_rules%rowtype;
  v_review boolean := false;
  v_effect text;
begin
  update public.risk_facts x set bin = coalesce(x.bin, p_bin), card_key = coalesce(x.card_key, p_card_key),
                          country = coalesce(p_country, x.country)
   where x.merchant_id = p_merchant_id and x.attempt_id = p_attempt_id and (x.bin is null and x.card_key is null)
   returning * into f;
  if not found then
    return false;
  end if;
  for r in select x.* from public.risk_rules x
            where x.is_on and x.mode = f.mode and x.by_fact in ('card', 'bin', 'country') order by x.id loop
    if risk_rule_matches(r, f, true) then
      v_effect := case when r.outcome = 'allow' then 'allow' else 'review' end;
      insert into public.risk_matches (merchant_id, attempt_id, rule_id, version, outcome, at)
        values (f.merchant_id, f.attempt_id, r.id, r.version, v_effect, f.created_at) on conflict do nothing;
      v_review := v_review or v_effect = 'review';
    end if;
  end loop;
  if not v_review or f.outcome in ('trusted', 'review', 'block')
     or risk_listed(f, 'trusted', array['mobile', 'address', 'network', 'card', 'bin', 'country']) is not null then
    return false;
  end if;
  update public.risk_facts x set outcome = 'review' where x.merchant_id = p_merchant_id and x.attempt_id = p_attempt_id;
  insert into public.risk_reviews (merchant_id, transaction_id, attempt_id, mode, created_at)
    values (f.merchant_id, f.transaction_id, f.attempt_id, f.mode, f.created_at) on conflict do nothing;
  return true;
end $$;
