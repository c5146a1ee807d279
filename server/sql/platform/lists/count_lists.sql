-- Corrects the stored totals of lists, links, invoices and orders by counting the rows, for example after a bulk load
-- (bench/data.mjs, tests). Adds differences instead of setting totals, and reads one snapshot, so that it may run at
-- any time and blocks nobody.
create or replace function count_lists()
  returns void
  language plpgsql
as $$
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
