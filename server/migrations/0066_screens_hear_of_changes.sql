-- Open screens follow what happens to a payment, link, invoice or order also where nobody is notified of it: a payment
-- that fails, a link that runs out. The message names nouns alone, so any number of rows changed in one transaction are
-- one message for each noun (PostgreSQL sends equal ones once).

create function announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('daftar_news', json_build_object(
    'merchantId', new.merchant_id, 'mode', new.mode, 'changed', tg_argv[0])::text);
  return null;
end $$;

-- What was paid changed too: a link of many payments keeps its status.
create function announce_transaction() returns trigger language plpgsql as $$
begin
  perform pg_notify('daftar_news', json_build_object(
    'merchantId', new.merchant_id, 'mode', new.mode, 'changed', noun)::text)
    from unnest(array['transactions', case new.source_kind
      when 'payment-link' then 'payment-links' when 'invoice' then 'invoices' when 'order' then 'orders' end]) noun
   where noun is not null;
  return null;
end $$;

create trigger announce_transaction after update of status on transactions
  for each row when (old.status <> new.status) execute function announce_transaction();
create trigger announce_change after update of status on payment_links
  for each row when (old.status <> new.status) execute function announce_change('payment-links');
create trigger announce_change after update of status on invoices
  for each row when (old.status <> new.status) execute function announce_change('invoices');
create trigger announce_change after update of status, fulfilment on orders
  for each row when (old.status <> new.status or old.fulfilment <> new.fulfilment)
  execute function announce_change('orders');
