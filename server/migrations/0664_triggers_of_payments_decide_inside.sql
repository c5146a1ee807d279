-- As with checks: the text of each condition of a trigger is read again in every statement that could meet it. Those that run
-- with nearly every payment look at the row themselves (ADR 116). `of status` stays: other updates call none of them.
create or replace function keep_method_counts() returns trigger language plpgsql as $$
begin
  if new.is_payout or new.status not in (1, 3)
     or (tg_op = 'UPDATE' and (new.status <> 1 or old.status in (1, 3))) then
    return null;
  end if;
  insert into daily_method_counts as c (merchant_id, mode, day, payment_method, count)
  values (new.merchant_id, new.mode, (new.created_at at time zone 'Africa/Cairo')::date, new.payment_method, 1)
  on conflict (merchant_id, mode, day, payment_method) do update set count = c.count + 1;
  return null;
end $$;
create or replace trigger keep_counts after update of status on transactions
  for each row execute function keep_method_counts();

create or replace function keep_volume() returns trigger language plpgsql as $$
begin
  if new.is_payout or new.status not in (1, 3)
     or (tg_op = 'UPDATE' and (new.status <> 1 or old.status in (1, 3))) then
    return null;
  end if;
  insert into merchant_volumes as v (merchant_id, mode, month, captured_piastres)
  values (new.merchant_id, new.mode,
          date_trunc('month', coalesce(new.paid_at, new.created_at) at time zone 'Africa/Cairo')::date,
          coalesce(new.charged_piastres, 0))
  on conflict (merchant_id, mode, month) do update set captured_piastres = v.captured_piastres + excluded.captured_piastres;
  return null;
end $$;
create or replace trigger keep_volume after update of status on transactions
  for each row execute function keep_volume();

create or replace function transactions_tell_webhook() returns trigger language plpgsql as $$
begin
  if new.is_payout or old.status = 3 or new.status = old.status or new.status not in (1, 2, 4, 5) then
    return null;
  end if;
  perform tell_webhook(new.merchant_id, new.mode, 'payment', new.id, case new.status
    when 1 then 'payment.succeeded' when 2 then 'payment.failed' when 4 then 'payment.canceled' else 'payment.expired' end);
  return null;
end $$;
create or replace trigger transactions_tell_webhook after update of status on transactions
  for each row execute function transactions_tell_webhook();

create function transactions_move_legally() returns trigger language plpgsql as $$
begin
  if new.status = old.status
     or (old.status = 0 and new.status in (1, 2, 4, 5))
     or (old.status = 1 and new.status = 3)
     or (old.status = 1 and new.status = 5 and new.is_payout)
     or (old.status = 3 and new.status = 1 and new.refunded_piastres < old.refunded_piastres)
     or (old.status in (2, 4, 5) and new.status = 1 and 'late' = any (new.flags) and not new.is_payout) then
    return new;
  end if;
  raise exception using errcode = 'check_violation', constraint = 'transactions_legal_transition', table = 'transactions',
    message = 'transactions: this change of status is not legal';
end $$;
create or replace trigger transactions_transition before update of status on transactions
  for each row execute function transactions_move_legally();

create or replace function customer_figures_follow() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  v_customer bigint;
  v_was boolean := old.status in (1, 3);
  v_is boolean := new.status in (1, 3);
begin
  if new.is_payout
     or (old.status = new.status and old.refunded_piastres = new.refunded_piastres and old.value_piastres = new.value_piastres) then
    return null;
  end if;
  select e.customer_id into v_customer from customer_events e
   where e.merchant_id = new.merchant_id and e.kind = 'payment' and e.row_id = new.id;
  if v_customer is null or not (v_was or v_is) then
    return null;
  end if;
  perform customer_count(new.merchant_id, v_customer, v_is::int - v_was::int,
    case when v_is then new.value_piastres else 0 end - case when v_was then old.value_piastres else 0 end,
    case when v_is then least(new.refunded_piastres, new.value_piastres) else 0 end
      - case when v_was then least(old.refunded_piastres, old.value_piastres) else 0 end,
    case when v_is then coalesce(new.paid_at, new.created_at) end);
  return null;
end $$;
create or replace trigger customer_figures after update of status, refunded_piastres, value_piastres on transactions
  for each row execute function customer_figures_follow();

create or replace function risk_review_holds() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  v_state text;
begin
  if new.status is not distinct from old.status or new.status not in (1, 3) then
    return new;
  end if;
  select x.state into v_state from risk_reviews x where x.merchant_id = new.merchant_id and x.transaction_id = new.id;
  if not found then
    return new;
  end if;
  if new.status = 1 and v_state in ('unpaid', 'waiting') then
    new.expected_settlement_on := null;
    update risk_reviews x
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
create or replace trigger risk_review_holds before update of status on transactions
  for each row execute function risk_review_holds();
