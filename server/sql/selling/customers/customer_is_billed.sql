-- Adds new shares of invoices to the history of their customers. Trigger of `invoice_shares`, after insert, once per
-- statement. Writes one merchant at a time, so that each statement runs on one machine of a cluster.
create or replace function customer_is_billed()
  returns trigger
  language plpgsql
as $$
declare
  v_merchants bigint[];
  v_ids bigint[];
  v_customers bigint[];
  v_times timestamptz[];
  v_merchant bigint;
begin
  select array_agg(distinct a.merchant_id) into v_merchants from added a;
  foreach v_merchant in array coalesce(v_merchants, '{}') loop
    select array_agg(a.id), array_agg(a.customer_id), array_agg(a.created_at) into v_ids, v_customers, v_times
      from added a where a.merchant_id = v_merchant;
    insert into public.customer_events (merchant_id, kind, row_id, customer_id, at)
    select v_merchant, 'invoice', e.id, e.customer_id, e.at from unnest(v_ids, v_customers, v_times) e (id, customer_id, at)
    on conflict do nothing;
  end loop;
  return null;
end $$;
