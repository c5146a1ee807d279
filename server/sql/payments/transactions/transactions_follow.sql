-- Applies what follows from a change of a transaction's status, refunds or value: open screens, figures of the
-- customer, webhook events, counts by day and month, totals of lists. Trigger of `transactions`. The job
-- `payment-captured` sends `payment.succeeded`. What all payments of a merchant share is written last, so that their
-- locks are held briefly.
create or replace function transactions_follow()
  returns trigger
  language plpgsql
  set enable_seqscan = off
as $$
declare
  -- A new one was pending so far.
  v_from smallint := case when tg_op = 'UPDATE' then old.status else 0 end;
  v_was boolean := v_from in (1, 3);
  v_is boolean := new.status in (1, 3);
  v_has_month boolean := new.status = 1 and not v_was and not new.is_payout;
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

  -- `payment.succeeded` is told by the job `payment-captured`.
  if tg_op = 'UPDATE' and v_from <> 3 and new.status in (2, 4, 5) and not new.is_payout
     and events_wanted(new.merchant_id, new.mode) then
    perform queue_event(new.merchant_id, new.mode, 'payment', new.id, case new.status
      when 2 then 'payment.failed' when 4 then 'payment.canceled' else 'payment.expired' end);
  end if;

  -- Last what all payments of the merchant share. A payment counts once, when its money arrives.
  if v_is and not v_was and not new.is_payout then
    insert into public.daily_method_counts as c (merchant_id, mode, day, payment_method, count)
    values (new.merchant_id, new.mode, (new.created_at at time zone 'Africa/Cairo')::date, new.payment_method, 1)
    on conflict (merchant_id, mode, day, payment_method) do update set count = c.count + 1;
    insert into public.merchant_volumes as v (merchant_id, mode, month, captured_piastres, payments)
    values (new.merchant_id, new.mode,
            date_trunc('month', coalesce(new.paid_at, new.created_at) at time zone 'Africa/Cairo')::date,
            coalesce(new.charged_piastres, 0), (new.status = 1)::int)
    on conflict (merchant_id, mode, month) do update set
      captured_piastres = v.captured_piastres + excluded.captured_piastres, payments = v.payments + excluded.payments;
  end if;
  if v_from <> 0 then
    perform list_total_add(new.merchant_id, new.mode, 'transactions', v_from, -1);
  end if;
  if new.status <> 0 and not v_has_month then
    perform list_total_add(new.merchant_id, new.mode, 'transactions', new.status, 1);
  end if;
  return null;
end $$;
