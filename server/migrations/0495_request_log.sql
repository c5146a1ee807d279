-- Calls that were made with API keys, for their developers: what was asked and answered, without secrets and with personal data
-- masked, for thirty days and at most ten thousand of a mode. Written in batches after the reply; what a process had not written
-- when it was killed is lost.
create table api_requests (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  -- as in x-request-id
  request_id uuid not null,
  key_id bigint not null,
  method text collate "C" not null,
  -- without the base, and without the query
  path text collate "C" not null,
  query text not null default '',
  status smallint not null,
  milliseconds integer not null,
  -- redacted JSON, cut; empty where there was none or it is not kept
  sent text not null default '',
  sent_cut boolean not null default false,
  reply text not null default '',
  reply_cut boolean not null default false,
  -- what it made or changed: payment-link 17
  object text collate "C",
  object_id bigint,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  check ((object is null) = (object_id is null))
);
create index api_requests_by_id on api_requests (merchant_id, mode, id);
create index api_requests_by_created_at on api_requests (merchant_id, mode, created_at, id);
create index api_requests_old on api_requests (created_at);

-- How often each key was used, by Cairo day; complete, also where not every call is listed.
create table api_usage (
  merchant_id bigint not null references merchants,
  mode mode not null,
  key_id bigint not null,
  day date not null,
  calls bigint not null,
  -- of them, answered 4xx and 5xx
  refused bigint not null,
  failed bigint not null,
  primary key (merchant_id, mode, key_id, day),
  check (refused + failed <= calls)
);
create index api_usage_by_day on api_usage (day);
create index api_usage_of_days on api_usage (merchant_id, mode, day);
