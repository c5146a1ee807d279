-- Adds a refund or chargeback to the history of the customer who made the payment. Trigger of `refunds` and
-- `chargebacks`, after insert; its argument is the kind of event.
create or replace function customer_events_follow_payment()
  returns trigger
  language plpgsql
  set enable_seqscan = off
as $$
begin
  insert into public.customer_events (merchant_id, kind, row_id, customer_id, at)
  select new.merchant_id, tg_argv[0], new.id, e.customer_id, new.created_at
    from public.customer_events e
   where e.merchant_id = new.merchant_id and e.kind = 'payment' and e.row_id = new.transaction_id
  on conflict do nothing;
  return null;
end $$;
