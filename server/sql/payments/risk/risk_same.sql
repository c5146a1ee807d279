-- Returns how many attempts of all merchants had the same mobile number, and the same address, in the day before an
-- attempt; at most 100 each. server/src/risk/store-facts.ts calls it.
create or replace function risk_same(
  p_merchant_id bigint,
  p_attempt_id bigint,
  out same_mobile integer,
  out same_address integer
)
  returns record
  language plpgsql
  stable
as $$
declare
  v_fact public.risk_facts;
begin
  select f.* into v_fact from public.risk_facts f where f.merchant_id = p_merchant_id and f.attempt_id = p_attempt_id;
  select count(*) into same_mobile from risk_before(v_fact, 'mobile', false, v_fact.created_at - interval '1 day', false, 100);
  select count(*) into same_address from risk_before(v_fact, 'address', false, v_fact.created_at - interval '1 day', false, 100);
end $$;
