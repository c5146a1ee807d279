-- A payment that succeeds is counted for the list's total in the row that its month's volume is added to anyway. The total of successful
-- transactions is the sum of both: `list_totals` has those from before, payouts, and what refunds take away.
alter table merchant_volumes add column payments bigint not null default 0;

create or replace function transactions_follow() returns trigger language plpgsql
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

create or replace function count_lists() returns void language plpgsql as $$
begin
  insert into public.list_totals (merchant_id, mode, list, status, rows)
  select merchant_id, mode, list, status, coalesce(c.n, 0) - coalesce(k.n, 0)
    from (
      select merchant_id, mode, 'transactions' as list, status, count(*) as n from public.transactions where status <> 0 group by 1, 2, 4
      union all
      select merchant_id, mode, 'customers', state, count(*) from public.customers group by 1, 2, 4
      union all
      select merchant_id, mode, 'refunds', 0::smallint, count(*) from public.refunds group by 1, 2) c
    full join (
      select merchant_id, mode, list, status, sum(rows)::bigint as n
        from (
          select merchant_id, mode, list, status, rows from public.list_totals
          union all
          select merchant_id, mode, 'transactions', 1::smallint, payments from public.merchant_volumes) k
       group by 1, 2, 3, 4) k
      using (merchant_id, mode, list, status)
   where coalesce(c.n, 0) <> coalesce(k.n, 0);
  insert into public.merchant_statistics (merchant_id, mode)
  select merchant_id, mode from public.payment_links union select merchant_id, mode from public.invoices
  on conflict do nothing;
  update public.merchant_statistics s
     set total_links = s.total_links + d.total_links, active_links = s.active_links + d.active_links,
         expired_links = s.expired_links + d.expired_links, total_invoices = s.total_invoices + d.total_invoices,
         paid_invoices = s.paid_invoices + d.paid_invoices, unpaid_invoices = s.unpaid_invoices + d.unpaid_invoices,
         expired_invoices = s.expired_invoices + d.expired_invoices
    from (
      select k.merchant_id, k.mode, coalesce(l.total, 0) - k.total_links as total_links,
             coalesce(l.active, 0) - k.active_links as active_links, coalesce(l.expired, 0) - k.expired_links as expired_links,
             coalesce(i.total, 0) - k.total_invoices as total_invoices, coalesce(i.paid, 0) - k.paid_invoices as paid_invoices,
             coalesce(i.unpaid, 0) - k.unpaid_invoices as unpaid_invoices,
             coalesce(i.expired, 0) - k.expired_invoices as expired_invoices
        from public.merchant_statistics k
        left join (
          select merchant_id, mode, count(*) as total, count(*) filter (where status = 2) as active,
                 count(*) filter (where status = 3) as expired
            from public.payment_links group by 1, 2) l using (merchant_id, mode)
        left join (
          select merchant_id, mode, count(*) as total, count(*) filter (where status = 2) as paid,
                 count(*) filter (where status = 1) as unpaid, count(*) filter (where status = 4) as expired
            from public.invoices group by 1, 2) i using (merchant_id, mode)) d
   where d.merchant_id = s.merchant_id and d.mode = s.mode
     and (d.total_links, d.active_links, d.expired_links, d.total_invoices, d.paid_invoices, d.unpaid_invoices, d.expired_invoices)
      <> (0, 0, 0, 0, 0, 0, 0);
  insert into public.store_statistics (merchant_id, mode) select distinct merchant_id, mode from public.orders on conflict do nothing;
  update public.store_statistics s
     set total_orders = s.total_orders + d.total_orders, paid_orders = s.paid_orders + d.paid_orders
    from (
      select k.merchant_id, k.mode, coalesce(o.total, 0) - k.total_orders as total_orders,
             coalesce(o.paid, 0) - k.paid_orders as paid_orders
        from public.store_statistics k
        left join (
          select merchant_id, mode, count(*) as total, count(*) filter (where status = 2) as paid from public.orders group by 1, 2) o
          using (merchant_id, mode)) d
   where d.merchant_id = s.merchant_id and d.mode = s.mode and (d.total_orders, d.paid_orders) <> (0, 0);
end $$;
