-- Assigns a payment to a customer if it has none, and counts it if it is paid; returns true if it did. `customer_pays`
-- and server/src/customers/store-link.ts call it. The caller of an existing payment holds a lock on the transaction.
create or replace function customer_take_payment(p_merchant_id bigint, p_customer_id bigint, p_transaction_id bigint)
  returns boolean
  language plpgsql
  set enable_seqscan = off
as $$
declare
  t record;
begin
  select x.created_at, x.paid_at, x.status, x.value_piastres, x.refunded_piastres into t
    from public.transactions x where x.merchant_id = p_merchant_id and x.id = p_transaction_id;
  insert into public.customer_events (merchant_id, kind, row_id, customer_id, at)
    values (p_merchant_id, 'payment', p_transaction_id, p_customer_id, t.created_at)
    on conflict do nothing;
  if not found then
    return false;
  end if;
  if t.status in (1, 3) then
    perform customer_count(p_merchant_id, p_customer_id, 1, t.value_piastres,
                           least(t.refunded_piastres, t.value_piastres), coalesce(t.paid_at, t.created_at));
  end if;
  return true;
end $$;
