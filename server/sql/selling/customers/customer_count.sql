-- Adds payments and amounts, which may be negative, to the figures of a customer. `transactions_follow` and
-- `customer_take_payment` call it. Locks the row of `customer_figures`.
create or replace function customer_count(
  p_merchant_id bigint,
  p_customer_id bigint,
  p_payments integer,
  p_paid bigint,
  p_refunded bigint,
  p_paid_at timestamptz
)
  returns void
  language plpgsql
  set enable_seqscan = off
as $$
begin
  -- What changes a payment that was counted finds its row; an insert alone would check the change as if it were a sum.
  update public.customer_figures f set
      payments = f.payments + p_payments,
      paid_piastres = f.paid_piastres + p_paid,
      refunded_piastres = f.refunded_piastres + p_refunded,
      last_paid_at = greatest(f.last_paid_at, p_paid_at)
    where f.merchant_id = p_merchant_id and f.customer_id = p_customer_id;
  if found then
    return;
  end if;
  insert into public.customer_figures as f (merchant_id, customer_id, payments, paid_piastres, refunded_piastres, last_paid_at)
  values (p_merchant_id, p_customer_id, p_payments, p_paid, p_refunded, p_paid_at)
  on conflict (merchant_id, customer_id) do update set
    payments = f.payments + excluded.payments,
    paid_piastres = f.paid_piastres + excluded.paid_piastres,
    refunded_piastres = f.refunded_piastres + excluded.refunded_piastres,
    last_paid_at = greatest(f.last_paid_at, excluded.last_paid_at);
end $$;
