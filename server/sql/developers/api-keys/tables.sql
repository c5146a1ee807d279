create table api_keys (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  kind text not null check (kind in ('secret', 'public')),
  -- empty for the pair that every account has; further secret keys are named by people
  name text not null default '',
  -- the first ten characters of a secret, a public key whole
  shown text not null,
  -- null: all that a key can hold, including permissions of later releases
  permissions text[],
  -- users.id; null if nobody requested it, and then nobody has seen the secret
  created_by bigint,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- rolled or revoked: dead from then on
  expires_at timestamptz,
  -- A key whose maker left is revoked, unless somebody decides to keep it.
  kept_by bigint,
  kept_at timestamptz,
  -- The version of the API that answers a key: the first for keys that were made before there were versions. The
  -- default is the latest, for the keys that the database issues itself; a test compares it with the contract.
  version text collate "C" not null default '2026-11-27',
  -- Made for such a request; its holder may revoke it.
  is_requested boolean not null default false,
  primary key (merchant_id, id),
  constraint api_keys_secret_not_kept check (kind = 'public' or length(shown) = 10),
  constraint api_keys_version_is_a_day check (version ~ '^\d{4}-\d{2}-\d{2}$')
);

alter table api_keys add constraint api_keys_merchant_id_fkey foreign key (merchant_id) references merchants (id);
alter table api_keys add constraint api_keys_merchant_id_kept_by_fkey foreign key (merchant_id, kept_by)
  references users (merchant_id, id);

create unique index api_keys_current on api_keys (merchant_id, mode, kind) where name = '' and expires_at is null;
create index api_keys_listed on api_keys (merchant_id, mode, id desc);

-- Maps keys to merchants; unique across merchants, hence a separate table. SHA-256 of the key.
create table api_key_hashes (
  key_hash bytea not null check (octet_length(key_hash) = 32),
  merchant_id bigint not null,
  key_id bigint not null,
  primary key (key_hash)
);

alter table api_key_hashes add constraint api_key_hashes_merchant_id_key_id_fkey foreign key (merchant_id, key_id)
  references api_keys (merchant_id, id) on delete cascade;

create index api_key_hashes_key on api_key_hashes (merchant_id, key_id);

-- Requests of programs for a key, until a person has confirmed them and the program has fetched it.
create table key_requests (
  -- SHA-256 of the code that fetches the key
  device_hash bytea not null,
  -- shown to the person for comparison
  user_code text collate "C" not null,
  mode mode not null,
  program text not null,
  machine text not null,
  address text not null,
  status text not null default 'waiting',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- who decided, and the key that was made: encrypted, and erased once it is fetched
  merchant_id bigint,
  key_id bigint,
  sealed_key bytea,
  primary key (device_hash),
  constraint key_requests_user_code_key unique (user_code),
  constraint key_requests_decided check ((status = 'waiting') = (merchant_id is null)),
  constraint key_requests_has_key check ((status in ('approved', 'fetched')) = (key_id is not null)),
  constraint key_requests_key_once check ((status = 'approved') = (sealed_key is not null)),
  constraint key_requests_status check (status in ('waiting', 'approved', 'refused', 'fetched'))
);

create index key_requests_expired on key_requests (expires_at);

-- Calls with API keys, for their developers: requests and replies, without secrets and with personal data masked, for
-- thirty days and at most ten thousand per mode. Written in batches after the reply; calls not written when a process
-- is killed are lost.
create table api_requests (
  merchant_id bigint not null,
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
  milliseconds int not null,
  -- redacted JSON, cut; empty where there was none or it is not kept
  sent text not null default '',
  sent_cut boolean not null default false,
  reply text not null default '',
  reply_cut boolean not null default false,
  -- the object that it created or changed: payment-link 17
  object text collate "C",
  object_id bigint,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  constraint api_requests_check check ((object is null) = (object_id is null))
);

alter table api_requests add constraint api_requests_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

create index api_requests_by_created_at on api_requests (merchant_id, mode, created_at, id);
create index api_requests_by_id on api_requests (merchant_id, mode, id);
-- The tabs above the log of calls count them by how they ended.
create index api_requests_by_status on api_requests (merchant_id, mode, status);
create index api_requests_old on api_requests (created_at);

-- Number of uses of each key, by Cairo day; complete, also where not every call is listed.
create table api_usage (
  merchant_id bigint not null,
  mode mode not null,
  key_id bigint not null,
  day date not null,
  calls bigint not null,
  -- those answered with 4xx and 5xx
  refused bigint not null,
  failed bigint not null,
  primary key (merchant_id, mode, key_id, day),
  constraint api_usage_check check ((refused + failed) <= calls)
);

alter table api_usage add constraint api_usage_merchant_id_fkey foreign key (merchant_id) references merchants (id);

create index api_usage_by_day on api_usage (day);
create index api_usage_of_days on api_usage (merchant_id, mode, day);
