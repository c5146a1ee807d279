-- The console lists the refunds of all merchants and finds them by payer and method: what a payment says of them never
-- changes, so a refund keeps it, where an index finds it however many payments there are.
alter table refunds add column payer_key text collate "C" not null default '', add column payment_method smallint;

create function refund_says_who_paid() returns trigger language plpgsql as $$
begin
  select search_key(t.customer_name || ' ' || t.customer_email || ' ' || t.customer_mobile), t.payment_method
    into new.payer_key, new.payment_method
    from transactions t where t.merchant_id = new.merchant_id and t.id = new.transaction_id;
  new.payer_key := coalesce(new.payer_key, '');
  return new;
end $$;
create trigger refund_says_who_paid before insert on refunds for each row execute function refund_says_who_paid();
