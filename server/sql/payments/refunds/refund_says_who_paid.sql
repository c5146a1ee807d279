-- Copies the payer's search key and the payment method of the payment to a new refund. Trigger of `refunds`, before
-- insert. The console finds refunds of all merchants by both, from an index of `refunds`; they never change.
create or replace function refund_says_who_paid()
  returns trigger
  language plpgsql
as $$
begin
  select search_key(t.customer_name || ' ' || t.customer_email || ' ' || t.customer_mobile), t.payment_method
    into new.payer_key, new.payment_method
    from public.transactions t where t.merchant_id = new.merchant_id and t.id = new.transaction_id;
  new.payer_key := coalesce(new.payer_key, '');
  return new;
end $$;
