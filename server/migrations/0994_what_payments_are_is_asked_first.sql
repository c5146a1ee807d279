-- The same rules: what nearly every payment does is asked first and in a few words, and by name only what is broken.
create or replace function payment_attempts_move_legally() returns trigger language plpgsql as $$
declare
  v_broken text;
begin
  -- Paid.
  if tg_op = 'UPDATE' and new.state = 'succeeded' and not new.holds_place and old.state <> 'succeeded' then
    return null;
  end if;
  v_broken := case
    when new.holds_place and new.state not in ('pending', 'challenge', 'otp', 'redirect', 'awaiting') then 'payment_attempts_final_holds_nothing'
    when new.counted and new.state <> 'succeeded' then 'payment_attempts_only_success_counts'
    when new.state <> 'succeeded' and new.state not in ('pending', 'challenge', 'otp', 'redirect', 'awaiting', 'failed', 'canceled', 'expired') then 'payment_attempts_state_check'
  end;
  if v_broken is not null then
    perform public.refuse_row('payment_attempts', v_broken);
  end if;
  if tg_op = 'INSERT' or new.state = old.state or current_setting('session_replication_role') = 'replica' then
    return null;
  end if;
  if new.state = 'expired' and (new.answered_at is null or new.answered_at < new.expires_at) then
    raise exception using errcode = 'check_violation', constraint = 'payment_attempts_expired_was_asked',
      table = 'payment_attempts', message = 'payment_attempts: this change of status is not legal';
  end if;
  if old.state = 'succeeded' then
    raise exception using errcode = 'check_violation', constraint = 'payment_attempts_legal_transition',
      table = 'payment_attempts', message = 'payment_attempts: this change of status is not legal';
  end if;
  return null;
end $$;

create or replace function payment_links_count() returns trigger language plpgsql as $$
begin
  if least(new.held_count, new.paid_count) < 0 or greatest(new.held_count, new.paid_count) > new.max_payment_count
     or new.status < 1 or new.status > 3 or new.status = 2 and new.paid_count >= new.max_payment_count then
    perform public.refuse_row('payment_links', case
      when new.status = 2 and new.paid_count >= new.max_payment_count then 'payment_links_full_is_not_active'
      when new.held_count < 0 then 'payment_links_held_count_check'
      when new.paid_count < 0 then 'payment_links_paid_count_check'
      when new.paid_count > new.max_payment_count or new.held_count > new.max_payment_count then 'payment_links_places'
      else 'payment_links_status_check' end);
  end if;
  return null;
end $$;

create or replace function tell_servers(p_merchant_id bigint, p_channel text, variadic p_news json[]) returns void
language plpgsql as $$
begin
  insert into public.news (channel, news) select p_channel, unnest(p_news);
end $$;

-- Whether anyone wants to know is asked before the event is put together.
create or replace function tell_webhook(p_merchant_id bigint, p_mode mode, p_noun text, p_id bigint, p_type text) returns void
language plpgsql as $$
begin
  if events_wanted(p_merchant_id, p_mode) then
    perform queue_event(p_merchant_id, p_mode, p_noun, p_id, p_type);
  end if;
end $$;
create function queue_event(p_merchant_id bigint, p_mode mode, p_noun text, p_id bigint, p_type text) returns void
language plpgsql as $$
begin
  perform queue_job(p_merchant_id, 'tell-webhook', json_build_object(
    'merchantId', p_merchant_id, 'mode', p_mode, 'noun', p_noun, 'id', p_id, 'type', p_type));
end $$;

create or replace function transactions_follow() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  -- A new one was pending so far.
  v_from smallint := case when tg_op = 'UPDATE' then old.status else 0 end;
  v_was boolean := v_from in (1, 3);
  v_is boolean := new.status in (1, 3);
  v_customer bigint;
begin
  if tg_op = 'UPDATE' then
    if new.status <> v_from then
      if new.source_kind in ('payment-link', 'invoice', 'order') then
        perform tell_servers(new.merchant_id, 'daftar_news',
          json_build_object('merchantId', new.merchant_id, 'mode', new.mode, 'changed', 'transactions'),
          json_build_object('merchantId', new.merchant_id, 'mode', new.mode, 'changed', new.source_kind || 's'));
      else
        perform tell_servers(new.merchant_id, 'daftar_news',
          json_build_object('merchantId', new.merchant_id, 'mode', new.mode, 'changed', 'transactions'));
      end if;
    end if;
    -- What its customer has paid.
    if (v_was or v_is) and not new.is_payout
       and (new.status <> v_from or old.refunded_piastres <> new.refunded_piastres or old.value_piastres <> new.value_piastres) then
      select e.customer_id into v_customer from public.customer_events e
       where e.merchant_id = new.merchant_id and e.kind = 'payment' and e.row_id = new.id;
      if v_customer is not null then
        perform customer_count(new.merchant_id, v_customer, v_is::int - v_was::int,
          case when v_is then new.value_piastres else 0 end - case when v_was then old.value_piastres else 0 end,
          case when v_is then least(new.refunded_piastres, new.value_piastres) else 0 end
            - case when v_was then least(old.refunded_piastres, old.value_piastres) else 0 end,
          case when v_is then coalesce(new.paid_at, new.created_at) end);
      end if;
    end if;
    if new.status = v_from then
      return null;
    end if;
  end if;

  if tg_op = 'UPDATE' and v_from <> 3 and new.status in (1, 2, 4, 5) and not new.is_payout
     and events_wanted(new.merchant_id, new.mode) then
    perform queue_event(new.merchant_id, new.mode, 'payment', new.id, case new.status
      when 1 then 'payment.succeeded' when 2 then 'payment.failed' when 4 then 'payment.canceled' else 'payment.expired' end);
  end if;

  -- Last what all payments of the merchant share. A payment counts once, when its money arrives.
  if v_is and not v_was and not new.is_payout then
    insert into public.daily_method_counts as c (merchant_id, mode, day, payment_method, count)
    values (new.merchant_id, new.mode, (new.created_at at time zone 'Africa/Cairo')::date, new.payment_method, 1)
    on conflict (merchant_id, mode, day, payment_method) do update set count = c.count + 1;
    insert into public.merchant_volumes as v (merchant_id, mode, month, captured_piastres)
    values (new.merchant_id, new.mode,
            date_trunc('month', coalesce(new.paid_at, new.created_at) at time zone 'Africa/Cairo')::date,
            coalesce(new.charged_piastres, 0))
    on conflict (merchant_id, mode, month) do update set captured_piastres = v.captured_piastres + excluded.captured_piastres;
  end if;
  if v_from <> 0 then
    perform list_total_add(new.merchant_id, new.mode, 'transactions', v_from, -1);
  end if;
  if new.status <> 0 then
    perform list_total_add(new.merchant_id, new.mode, 'transactions', new.status, 1);
  end if;
  return null;
end $$;

create or replace function keep_settlements_due() returns trigger language plpgsql as $$
declare
  v record;
begin
  select o.merchant_id, o.mode, exists (select from new_rows offset 1) as several,
         o.settlement_status <> 1 and o.expected_settlement_on is not null and o.status in (1, 3) as waited,
         n.settlement_status <> 1 and n.expected_settlement_on is not null and n.status in (1, 3) as waits,
         n.expected_settlement_on as day, n.net_piastres - n.pending_out_piastres as amount
    into v from old_rows o, new_rows n;
  -- One payment that begins to wait.
  if not v.several and not v.waited then
    if v.waits then
      insert into public.settlements_due as d (merchant_id, mode, day, amount_piastres, payments)
      values (v.merchant_id, v.mode, v.day, v.amount, 1)
      on conflict (merchant_id, mode, day) do update
        set amount_piastres = d.amount_piastres + excluded.amount_piastres, payments = d.payments + 1;
    end if;
    return null;
  end if;
  -- Days in order, so that two who change the same days do not wait for each other.
  perform settlements_due_add(s.merchant_id, s.mode, s.day, s.amount, s.payments)
     from (
       select c.merchant_id, c.mode, c.day, sum(c.amount)::bigint as amount, sum(c.payments)::integer as payments
         from (
           select o.merchant_id, o.mode, o.expected_settlement_on as day,
                  o.pending_out_piastres - o.net_piastres as amount, -1 as payments
             from old_rows o
            where o.settlement_status <> 1 and o.expected_settlement_on is not null and o.status in (1, 3)
           union all
           select n.merchant_id, n.mode, n.expected_settlement_on, n.net_piastres - n.pending_out_piastres, 1
             from new_rows n
            where n.settlement_status <> 1 and n.expected_settlement_on is not null and n.status in (1, 3)) c
        group by 1, 2, 3 having sum(c.amount) <> 0 or sum(c.payments) <> 0
        order by 1, 2, 3) s;
  return null;
end $$;
