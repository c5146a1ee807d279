-- As the ledger's: the rows of the statement first, then one merchant at a time.
create or replace function customers_made_by_users() returns trigger
language plpgsql as $$
declare
  v_merchants bigint[];
  v_makers bigint[];
begin
  select array_agg(a.merchant_id), array_agg(a.created_by) into v_merchants, v_makers
    from (select distinct merchant_id, created_by from added) a;
  for each in 1 .. coalesce(cardinality(v_merchants), 0) loop
    if not exists (select from users u where u.merchant_id = v_merchants[each] and u.id = v_makers[each]) then
      raise exception using errcode = 'foreign_key_violation', constraint = 'customers_created_by', table = 'customers',
        message = 'a customer is made by a user of its merchant';
    end if;
  end loop;
  return null;
end $$;

create or replace function customer_is_billed() returns trigger
language plpgsql as $$
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
    insert into customer_events (merchant_id, kind, row_id, customer_id, at)
    select v_merchant, 'invoice', e.id, e.customer_id, e.at from unnest(v_ids, v_customers, v_times) e (id, customer_id, at)
    on conflict do nothing;
  end loop;
  return null;
end $$;

create or replace function customer_messages_go() returns trigger
language plpgsql set enable_seqscan = off as $$
declare
  v_merchants bigint[];
  v_merchant bigint;
  v_ids bigint[];
begin
  select array_agg(distinct g.merchant_id) into v_merchants from gone g;
  foreach v_merchant in array coalesce(v_merchants, '{}') loop
    select array_agg(g.id) into v_ids from gone g where g.merchant_id = v_merchant;
    delete from customer_events e where e.merchant_id = v_merchant and e.kind = 'message' and e.row_id = any (v_ids);
  end loop;
  return null;
end $$;

-- What triggers tell servers and put into the queue goes through these two. On a cluster a trigger runs on the machine that has
-- the merchant, where nobody listens and no queue is: there deploy/citus/outbox.sql makes both write to a table instead.
create function tell_servers(p_merchant_id bigint, p_channel text, p_news json) returns void
language plpgsql as $$
begin
  perform pg_notify(p_channel, p_news::text);
end $$;

create function queue_job(p_merchant_id bigint, p_name text, p_payload json) returns void
language plpgsql as $$
begin
  perform graphile_worker.add_job(p_name, p_payload);
end $$;

create or replace function announce_change() returns trigger
language plpgsql as $$
begin
  perform tell_servers(new.merchant_id, 'daftar_news', json_build_object(
    'merchantId', new.merchant_id, 'mode', new.mode, 'changed', tg_argv[0]));
  return null;
end $$;

create or replace function announce_transaction() returns trigger
language plpgsql as $$
begin
  perform tell_servers(new.merchant_id, 'daftar_news', json_build_object(
    'merchantId', new.merchant_id, 'mode', new.mode, 'changed', noun))
    from unnest(array['transactions', case new.source_kind
      when 'payment-link' then 'payment-links' when 'invoice' then 'invoices' when 'order' then 'orders' end]) noun
   where noun is not null;
  return null;
end $$;

create or replace function notification_announce() returns trigger
language plpgsql as $$
begin
  perform tell_servers(new.merchant_id, 'daftar_news', json_build_object(
    'merchantId', new.merchant_id, 'mode', new.mode, 'id', new.id, 'kind', new.kind,
    'only', new.only_user_id, 'except', new.except_user_id));
  return null;
end $$;

create or replace function ticket_announce() returns trigger
language plpgsql as $$
begin
  perform tell_servers(new.merchant_id, 'daftar_tickets', json_build_object('merchantId', new.merchant_id, 'id', new.id));
  return null;
end $$;

create or replace function ticket_note_announce() returns trigger
language plpgsql as $$
begin
  perform tell_servers(new.merchant_id, 'daftar_tickets',
    json_build_object('merchantId', new.merchant_id, 'id', new.ticket_id));
  return null;
end $$;

create or replace function tell_webhook(p_merchant_id bigint, p_mode mode, p_noun text, p_id bigint, p_type text) returns void
language plpgsql as $$
begin
  if events_wanted(p_merchant_id, p_mode) then
    perform queue_job(p_merchant_id, 'tell-webhook', json_build_object(
      'merchantId', p_merchant_id, 'mode', p_mode, 'noun', p_noun, 'id', p_id, 'type', p_type));
  end if;
end $$;
