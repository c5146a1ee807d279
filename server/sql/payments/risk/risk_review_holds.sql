-- Clears the settlement day of a payment under review when it is paid, so that it is not settled until an operator
-- decides. A refused payment stays unsettled until it is refunded; what is left is due the next day. Trigger of
-- `transactions`, before changes of status, because every path of a payment must obey it.
create or replace function risk_review_holds()
  returns trigger
  language plpgsql
  set enable_seqscan = off
as $$
declare
  v_state text;
begin
  if new.status is not distinct from old.status or new.status not in (1, 3) then
    return new;
  end if;
  select x.state into v_state from public.risk_reviews x where x.merchant_id = new.merchant_id and x.transaction_id = new.id;
  if not found then
    return new;
  end if;
  if new.status = 1 and v_state in ('unpaid', 'waiting') then
    new.expected_settlement_on := null;
    update public.risk_reviews x
       set state = 'waiting', waiting_since = coalesce(x.waiting_since, new.paid_at, new.updated_at),
           payer_key = search_key(new.customer_name || ' ' || new.customer_email || ' ' || new.customer_mobile),
           charged_piastres = new.charged_piastres
     where x.merchant_id = new.merchant_id and x.transaction_id = new.id and x.state = 'unpaid';
  elsif new.status = 1 and v_state = 'refused' and new.settlement_status <> 1 then
    new.expected_settlement_on := null;
  elsif new.status = 3 and v_state = 'refused' and new.expected_settlement_on is null then
    new.expected_settlement_on := (new.updated_at at time zone 'Africa/Cairo')::date + 1;
  end if;
  return new;
end $$;
