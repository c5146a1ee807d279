-- Assigns a new attempt's payment to a customer: the one who is invoiced, the one of the order, or the one whose e-mail
-- address or mobile number the payer gave. Trigger of `payment_attempts`, after insert.
create or replace function customer_pays()
  returns trigger
  language plpgsql
  set enable_seqscan = off
as $$
declare
  v_customer bigint;
begin
  if new.payable_kind = 'invoice' then
    select s.customer_id into v_customer from public.invoice_shares s
     where s.merchant_id = new.merchant_id and s.id = new.payable_id;
  elsif new.payable_kind = 'order' then
    select e.customer_id into v_customer from public.customer_events e
     where e.merchant_id = new.merchant_id and e.kind = 'order' and e.row_id = new.payable_id;
  end if;
  v_customer := coalesce(v_customer,
                         customer_by_contact(new.merchant_id, new.mode, new.payer_email, new.payer_mobile));
  if v_customer is not null then
    perform customer_take_payment(new.merchant_id, v_customer, new.transaction_id);
  end if;
  return null;
end $$;
