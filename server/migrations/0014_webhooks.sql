-- Webhooks: what a merchant's server is told, the secret it is signed with, and every try to deliver it.

-- A secret is derived from the server's own and this salt; the salt alone is worth nothing.
create table webhook_secrets (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  salt bytea not null check (length(salt) = 32),
  created_at timestamptz not null,
  -- signs until then beside the newer one; null: the one in force
  expires_at timestamptz,
  primary key (merchant_id, id)
);
create unique index webhook_secrets_in_force on webhook_secrets (merchant_id, mode) where expires_at is null;
create index webhook_secrets_old on webhook_secrets (merchant_id, mode, expires_at) where expires_at is not null;

create table webhook_events (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  -- `webhook-id` of every try
  message_id text collate "C" not null,
  type text collate "C" not null,
  -- the body, the same bytes at every try
  payload text not null,
  -- 1 on its way, 2 delivered, 3 given up
  state smallint not null default 1 check (state in (1, 2, 3)),
  attempts integer not null default 0 check (attempts >= 0),
  last_status smallint,
  next_attempt_at timestamptz,
  -- the same thing is told once
  dedupe_key text collate "C",
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (merchant_id, id),
  constraint webhook_events_finished check ((state = 1) = (finished_at is null))
);
create unique index webhook_events_message on webhook_events (merchant_id, mode, message_id);
create unique index webhook_events_dedupe on webhook_events (merchant_id, mode, dedupe_key) where dedupe_key is not null;
create index webhook_events_by_id on webhook_events (merchant_id, mode, id);
create index webhook_events_by_created_at on webhook_events (merchant_id, mode, created_at, id);
create index webhook_events_by_type on webhook_events (merchant_id, mode, type, id);
create index webhook_events_by_state on webhook_events (merchant_id, mode, state, id);
create index webhook_events_old on webhook_events (created_at);

create table webhook_attempts (
  merchant_id bigint not null,
  id bigint generated always as identity,
  event_id bigint not null,
  at timestamptz not null,
  url text not null,
  headers jsonb not null,
  status smallint,
  reply text not null default '',
  error text not null default '',
  milliseconds integer not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, event_id) references webhook_events on delete cascade
);
create index webhook_attempts_of_event on webhook_attempts (merchant_id, event_id, id desc);

-- An address that answered 410 Gone: nothing is sent to it. Another address is another matter.
create table webhook_stops (
  merchant_id bigint not null references merchants,
  mode mode not null,
  url text not null,
  at timestamptz not null,
  primary key (merchant_id, mode)
);

-- Payments, invoices and links change inside SQL too, so it is the database that promises to tell of them: a job,
-- added in the causing transaction, that reads the row and writes the event. Merchants without an address cost one
-- look at their settings.
create function tell_webhook(p_merchant_id bigint, p_mode mode, p_noun text, p_id bigint, p_type text)
returns void language plpgsql as $$
begin
  if exists (select from merchant_settings s
              where s.merchant_id = p_merchant_id and s.mode = p_mode and s.callback_url is not null) then
    perform graphile_worker.add_job('tell-webhook', json_build_object(
      'merchantId', p_merchant_id, 'mode', p_mode, 'noun', p_noun, 'id', p_id, 'type', p_type));
  end if;
end $$;

create function transactions_tell_webhook() returns trigger language plpgsql as $$
begin
  perform tell_webhook(new.merchant_id, new.mode, 'payment', new.id, case new.status
    when 1 then 'payment.succeeded' when 2 then 'payment.failed' when 4 then 'payment.canceled' else 'payment.expired' end);
  return null;
end $$;
create trigger transactions_tell_webhook after update of status on transactions
  for each row when (old.status <> new.status and new.status in (1, 2, 4, 5) and not new.is_payout)
  execute function transactions_tell_webhook();

create function invoices_tell_webhook() returns trigger language plpgsql as $$
begin
  perform tell_webhook(new.merchant_id, new.mode, 'invoice', new.id, case new.status
    when 1 then 'invoice.created' when 2 then 'invoice.paid' when 3 then 'invoice.canceled' else 'invoice.expired' end);
  return null;
end $$;
create trigger invoices_tell_webhook_made after insert on invoices
  for each row execute function invoices_tell_webhook();
create trigger invoices_tell_webhook_changed after update of status on invoices
  for each row when (old.status <> new.status) execute function invoices_tell_webhook();

create function payment_links_tell_webhook() returns trigger language plpgsql as $$
begin
  perform tell_webhook(new.merchant_id, new.mode, 'payment-link', new.id, case new.status
    when 2 then 'payment-link.created' when 1 then 'payment-link.closed' else 'payment-link.expired' end);
  return null;
end $$;
create trigger payment_links_tell_webhook_made after insert on payment_links
  for each row execute function payment_links_tell_webhook();
create trigger payment_links_tell_webhook_changed after update of status on payment_links
  for each row when (old.status <> new.status) execute function payment_links_tell_webhook();

-- The audit log's screen: by person and by what was done, newest first.
create index audit_log_of_merchant_by_at on audit_log (merchant_id, at, id);
create index audit_log_of_merchant_by_actor on audit_log (merchant_id, actor, id);
create index audit_log_of_merchant_by_action on audit_log (merchant_id, action, id);

-- The search over everything: payers of a merchant's transactions by name, e-mail or phone.
create index transactions_payers on transactions using gin (
  merchant_id, search_key(customer_name || ' ' || customer_email || ' ' || customer_mobile) gin_trgm_ops);
