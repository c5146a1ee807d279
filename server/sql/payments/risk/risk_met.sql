-- Returns true if a stored attempt matches a rule and no trusted entry overrules it. server/src/risk/store-dry-runs.ts
-- calls it to try a rule on past attempts.
create or replace function risk_met(p_rule_id bigint, p_merchant_id bigint, p_attempt_id bigint)
  returns boolean
  language plpgsql
  stable
as $$
declare
  v_rule public.risk_rules;
  v_fact public.risk_facts;
begin
  select r.* into v_rule from public.risk_rules r where r.id = p_rule_id;
  select f.* into v_fact from public.risk_facts f where f.merchant_id = p_merchant_id and f.attempt_id = p_attempt_id;
  return risk_rule_matches(v_rule, v_fact, false)
         and risk_listed(v_fact, 'trusted', array['mobile', 'address', 'network', 'card', 'bin', 'country']) is null;
end $$;
