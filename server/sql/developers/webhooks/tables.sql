-- Further addresses for a merchant's events, each with selected events, a version of their payload and its own secret.
-- The callback URL of the settings exists besides them.
create table webhook_endpoints (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  url text not null,
  name text not null default '',
  -- null: every event, also those of later releases
  events text[] check (events is null or cardinality(events) > 0),
  version text collate "C" not null,
  is_active boolean not null default true,
  -- it answered 410: nothing is sent until a test or a resend reaches it, or it is changed
  stopped_at timestamptz,
  -- its secret is derived from this; the former one also signs for a while
  salt bytea not null check (length(salt) = 32),
  former_salt bytea check (length(former_salt) = 32),
  former_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  constraint webhook_endpoints_check check ((former_salt is null) = (former_until is null))
);

alter table webhook_endpoints add constraint webhook_endpoints_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

create index webhook_endpoints_listed on webhook_endpoints (merchant_id, mode, id);

-- A secret is derived from the server's own and this salt; the salt alone is worth nothing.
create table webhook_secrets (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  salt bytea not null check (length(salt) = 32),
  created_at timestamptz not null,
  -- signs until then beside the newer one; null: the one in force
  expires_at timestamptz,
  primary key (merchant_id, id)
);

alter table webhook_secrets add constraint webhook_secrets_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

create unique index webhook_secrets_in_force on webhook_secrets (merchant_id, mode) where expires_at is null;
create index webhook_secrets_old on webhook_secrets (merchant_id, mode, expires_at) where expires_at is not null;

-- An address that answered 410 Gone: nothing is sent to it. Another address is another matter.
create table webhook_stops (
  merchant_id bigint not null,
  mode mode not null,
  url text not null,
  at timestamptz not null,
  primary key (merchant_id, mode)
);

alter table webhook_stops add constraint webhook_stops_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

-- Events of a merchant's money and payables, which its software can read for thirty days, whether or not they were
-- sent anywhere. A message in webhook_events delivers an event to one address.
create table events (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  -- the webhook-id of every message that tells it
  message_id text collate "C" not null,
  type text collate "C" not null,
  -- its subject: the type up to its dot
  object text collate "C" not null,
  object_id bigint,
  reference text collate "C" not null default '',
  data json not null,
  -- the same key is written once
  dedupe_key text collate "C",
  created_at timestamptz not null,
  -- The version of `data`: new events are written in the newest version of the API; older rows, and those written by
  -- processes of the previous release, are in this default.
  version text collate "C" not null default '2026-11-26',
  primary key (merchant_id, id)
);

alter table events add constraint events_merchant_id_fkey foreign key (merchant_id) references merchants (id);

create index events_by_created_at on events (merchant_id, mode, created_at, id);
create index events_by_id on events (merchant_id, mode, id);
create unique index events_by_message on events (merchant_id, mode, message_id);
create index events_by_object on events (merchant_id, mode, object, id);
create index events_by_object_id on events (merchant_id, mode, object_id, id) where object_id is not null;
create index events_by_type on events (merchant_id, mode, type, id);
create unique index events_dedupe on events (merchant_id, mode, dedupe_key) where dedupe_key is not null;
create index events_old on events (created_at);

create table webhook_events (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  -- `webhook-id` of every try
  message_id text collate "C" not null,
  type text collate "C" not null,
  -- the body, the same bytes at every try
  payload text not null,
  -- 1 on its way, 2 delivered, 3 given up
  state smallint not null default 1 check (state in (1, 2, 3)),
  attempts int not null default 0 check (attempts >= 0),
  last_status smallint,
  next_attempt_at timestamptz,
  -- the same event is emitted once
  dedupe_key text collate "C",
  created_at timestamptz not null,
  finished_at timestamptz,
  -- The event that a message tells; messages of the release before have none.
  event_id bigint,
  -- The endpoint that a message goes to; null for the callback URL. Messages outlive their endpoint.
  endpoint_id bigint,
  -- Only a limited number of untried messages of one address have jobs; the others are held, so that a million
  -- messages of one merchant do not delay the search for the next job.
  held boolean not null default false,
  primary key (merchant_id, id),
  constraint webhook_events_finished check ((state = 1) = (finished_at is null))
);

alter table webhook_events add constraint webhook_events_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

create index webhook_events_by_created_at on webhook_events (merchant_id, mode, created_at, id);
create index webhook_events_by_id on webhook_events (merchant_id, mode, id);
create index webhook_events_by_state on webhook_events (merchant_id, mode, state, id);
create index webhook_events_by_type on webhook_events (merchant_id, mode, type, id);
create unique index webhook_events_dedupe on webhook_events (merchant_id, mode, dedupe_key)
  where dedupe_key is not null;
create index webhook_events_given_up on webhook_events (created_at, id) where state = 3;
create index webhook_events_given_up_by_type on webhook_events (type, id) where state = 3;
-- Every message of an event has its webhook-id: one for each address.
create unique index webhook_events_message_to on webhook_events (merchant_id, mode, message_id, endpoint_id) nulls not
  distinct;
-- The messages that went to one endpoint.
create index webhook_events_of_endpoint on webhook_events (merchant_id, mode, endpoint_id, id)
  where endpoint_id is not null;
-- The messages of an event.
create index webhook_events_of_event on webhook_events (merchant_id, event_id) where event_id is not null;
create index webhook_events_old on webhook_events (created_at);
-- The same in the order in which they came to wait, which no other index has: by id, the planner may read all of a
-- merchant's delivered messages before the first one that is held. `coalesce`, because no order follows from `is
-- null`.
create index webhook_events_waiting on webhook_events (merchant_id, mode, coalesce(endpoint_id, 0::bigint), held,
  next_attempt_at, id) where state = 1 and (held or attempts = 0);

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
  milliseconds int not null,
  primary key (merchant_id, id)
);

alter table webhook_attempts add constraint webhook_attempts_merchant_id_event_id_fkey foreign key (merchant_id,
  event_id) references webhook_events (merchant_id, id) on delete cascade;

create index webhook_attempts_of_event on webhook_attempts (merchant_id, event_id, id desc);
