-- Adds a new order to the history of the customer whose e-mail address or mobile number it gives, if there is one.
-- Trigger of `orders`, after insert.
create or replace function customer_orders()
  returns trigger
  language plpgsql
as $$
declare
  v_customer bigint := customer_by_contact(new.merchant_id, new.mode, new.customer_email, new.customer_mobile);
begin
  if v_customer is not null then
    insert into public.customer_events (merchant_id, kind, row_id, customer_id, at)
      values (new.merchant_id, 'order', new.id, v_customer, new.created_at)
      on conflict do nothing;
  end if;
  return null;
end $$;
