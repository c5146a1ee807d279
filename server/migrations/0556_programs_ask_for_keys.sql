-- Programs that ask for a key, until a person has confirmed them and they have fetched it.
create table key_requests (
  -- SHA-256 of the code that fetches the key
  device_hash bytea primary key,
  -- what a person compares
  user_code text not null unique collate "C",
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
  constraint key_requests_status check (status in ('waiting', 'approved', 'refused', 'fetched')),
  constraint key_requests_decided check ((status = 'waiting') = (merchant_id is null)),
  constraint key_requests_has_key check ((status in ('approved', 'fetched')) = (key_id is not null)),
  constraint key_requests_key_once check ((status = 'approved') = (sealed_key is not null))
);
create index key_requests_expired on key_requests (expires_at);

-- Made for such a request: whoever has the key may end it.
alter table api_keys add column is_requested boolean not null default false;
