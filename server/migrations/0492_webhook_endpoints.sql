-- Further addresses that a merchant's events are told to, each with chosen events, a version of their payload and a secret of
-- its own. The callback URL of the settings stays beside them.
create table webhook_endpoints (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  url text not null,
  name text not null default '',
  -- null: every event, also those of later releases
  events text[],
  version text collate "C" not null,
  is_active boolean not null default true,
  -- it answered 410: nothing is sent until a test or a resend reaches it, or it is changed
  stopped_at timestamptz,
  -- what its secret is derived from; the former one also signs for a while
  salt bytea not null check (length(salt) = 32),
  former_salt bytea check (length(former_salt) = 32),
  former_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  check (events is null or cardinality(events) > 0),
  check ((former_salt is null) = (former_until is null))
);
create index webhook_endpoints_listed on webhook_endpoints (merchant_id, mode, id);

-- As it was told: jsonb would put its fields in another order.
alter table events alter column data type json;

-- The endpoint that a message goes to; null for the callback URL. Messages outlive their endpoint.
alter table webhook_events add column endpoint_id bigint;

create or replace function events_wanted(p_merchant_id bigint, p_mode mode) returns boolean language sql stable as $$
  select exists (select from merchant_settings s
                  where s.merchant_id = p_merchant_id and s.mode = p_mode and s.callback_url is not null)
      or exists (select from webhook_endpoints e where e.merchant_id = p_merchant_id and e.mode = p_mode)
      or exists (select from api_keys k
                  where k.merchant_id = p_merchant_id and k.mode = p_mode and k.kind = 'secret'
                    and k.last_used_at is not null)
$$;
