-- What happened to a merchant's money and payables, for its software to read for thirty days, whether or not it was sent
-- anywhere. A message in webhook_events tells an event to one address.
create table events (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  -- the webhook-id of every message that tells it
  message_id text collate "C" not null,
  type text collate "C" not null,
  -- what it is about: the type up to its dot
  object text collate "C" not null,
  object_id bigint,
  reference text collate "C" not null default '',
  data jsonb not null,
  -- the same key is written once
  dedupe_key text collate "C",
  created_at timestamptz not null,
  primary key (merchant_id, id)
);
create index events_by_id on events (merchant_id, mode, id);
create index events_by_created_at on events (merchant_id, mode, created_at, id);
create index events_by_type on events (merchant_id, mode, type, id);
create index events_by_object on events (merchant_id, mode, object, id);
create index events_by_object_id on events (merchant_id, mode, object_id, id) where object_id is not null;
create unique index events_by_message on events (merchant_id, mode, message_id);
create unique index events_dedupe on events (merchant_id, mode, dedupe_key) where dedupe_key is not null;
create index events_old on events (created_at);

-- The event that a message tells; messages of the release before have none.
alter table webhook_events add column event_id bigint;

-- Events are written from the moment on that software may read them: an address that is told, or a secret key that was used.
create function events_wanted(p_merchant_id bigint, p_mode mode) returns boolean language sql stable as $$
  select exists (select from merchant_settings s
                  where s.merchant_id = p_merchant_id and s.mode = p_mode and s.callback_url is not null)
      or exists (select from api_keys k
                  where k.merchant_id = p_merchant_id and k.mode = p_mode and k.kind = 'secret'
                    and k.last_used_at is not null)
$$;

create or replace function tell_webhook(p_merchant_id bigint, p_mode mode, p_noun text, p_id bigint, p_type text)
returns void language plpgsql as $$
begin
  if events_wanted(p_merchant_id, p_mode) then
    perform graphile_worker.add_job('tell-webhook', json_build_object(
      'merchantId', p_merchant_id, 'mode', p_mode, 'noun', p_noun, 'id', p_id, 'type', p_type));
  end if;
end $$;
