-- The first reply to an Idempotency-Key, written in the transaction of the call's changes.
create table idempotency_keys (
  merchant_id bigint not null,
  mode mode not null,
  key text not null,
  request_hash bytea not null,
  status_code smallint,
  body text,
  created_at timestamptz not null default now(),
  primary key (merchant_id, mode, key)
);

create index idempotency_keys_created on idempotency_keys (created_at);

create table root_secrets (
  -- identifies the secret that opens it, without revealing anything about it
  opened_by text not null check (opened_by ~ '^[0-9a-f]{64}$'),
  -- AES-256-GCM
  sealed bytea not null,
  created_at timestamptz not null,
  primary key (opened_by)
);

-- Keys that protect input from unauthenticated callers (callbacks, forms) are derived from the root secret and this
-- salt. In a database older than random root secrets, the root is a retired DAFTAR_SECRET, and knowing it must not
-- suffice to make these keys. See ADR 5.
create table signing_salts (
  -- one row at most
  only_one boolean not null default true check (only_one),
  salt text not null check (length(salt) >= 32),
  created_at timestamptz not null,
  primary key (only_one)
);
