-- As before, and a refused payment whose refund came back is settled on no day either, until an operator refuses it again or
-- approves it.
create or replace function risk_review_holds() returns trigger
  language plpgsql
  set enable_seqscan to off
as $$
declare
  v_state text;
begin
  select x.state into v_state from risk_reviews x where x.merchant_id = new.merchant_id and x.transaction_id = new.id;
  if not found then
    return new;
  end if;
  if new.status = 1 and v_state in ('unpaid', 'waiting') then
    new.expected_settlement_on := null;
    update risk_reviews x set state = 'waiting', waiting_since = coalesce(x.waiting_since, new.paid_at, new.updated_at)
     where x.merchant_id = new.merchant_id and x.transaction_id = new.id and x.state = 'unpaid';
  elsif new.status = 1 and v_state = 'refused' and new.settlement_status <> 1 then
    new.expected_settlement_on := null;
  elsif new.status = 3 and v_state = 'refused' and new.expected_settlement_on is null then
    new.expected_settlement_on := (new.updated_at at time zone 'Africa/Cairo')::date + 1;
  end if;
  return new;
end $$;

-- What was given a day although its refund was not made.
update transactions t set expected_settlement_on = null
  from risk_reviews r
 where r.merchant_id = t.merchant_id and r.transaction_id = t.id and r.state = 'refused' and t.status = 1
   and t.settlement_status <> 1 and t.expected_settlement_on is not null;
