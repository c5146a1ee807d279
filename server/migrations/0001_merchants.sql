-- Merchants, the people who work for them, their sessions, and what the platform itself keeps.
-- Every tenant table's primary key begins with merchant_id, and so does every unique constraint of it, so that
-- each could be hash-partitioned by merchant. What must be unique across merchants lives in small tables of its own.

create type mode as enum ('live', 'test');

-- Compared when searching: lower case, no Arabic diacritics or tatweel, one form of alef, yeh and heh, Latin digits.
-- The same as searchKey() in the contract; a test holds the two together.
create function search_key(value text) returns text
  language sql immutable strict parallel safe
  return translate(
    lower(regexp_replace(value, '[\u0610-\u061a\u064b-\u065f\u0670\u0640]', '', 'g')),
    'أإآٱىة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
    'اااايه01234567890123456789');

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create table merchants (
  id bigint generated always as identity (start with 1001) primary key,
  business_name text not null,
  -- 0 registered, 1 under review, 2 rejected, 3 live-capable, 4 suspended
  status smallint not null default 0 check (status between 0 and 4),
  status_reason text,
  business_type text check (business_type in ('corporate', 'individual')),
  email text not null,
  mobile text not null,
  store_slug text,
  logo_path text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- What the provider takes per payment method; a merchant without a row pays the default of the configuration.
create table merchant_rates (
  merchant_id bigint not null references merchants,
  payment_method smallint not null,
  rate_bps integer not null check (rate_bps between 0 and 10000),
  fixed_piastres bigint not null check (fixed_piastres >= 0),
  primary key (merchant_id, payment_method)
);

create table merchant_settings (
  merchant_id bigint not null references merchants,
  mode mode not null,
  -- null: every method
  allowed_methods smallint[],
  default_language smallint check (default_language in (1, 2)),
  callback_url text,
  cancel_url text,
  return_url text,
  -- M merchant, C customer
  fees_on char(1) not null default 'M' check (fees_on in ('M', 'C')),
  primary key (merchant_id, mode)
);

create table roles (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  name_en text not null,
  name_ar text not null,
  description text not null default 'R',
  permissions text[] not null default '{}',
  -- the first role: holds every permission there is, also those that later releases add; never edited or deleted
  is_first boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (merchant_id, id)
);

create table users (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity (start with 5001),
  role_id bigint not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  mobile text not null,
  password_hash text,
  avatar_path text,
  locale text not null default 'en' check (locale in ('en', 'ar')),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (merchant_id, id),
  foreign key (merchant_id, role_id) references roles
);

-- Where an e-mail address or a mobile number leads: unique across merchants, hence a table of its own.
create table logins (
  email text primary key,
  mobile text not null unique,
  merchant_id bigint not null,
  user_id bigint not null,
  foreign key (merchant_id, user_id) references users on delete cascade
);
create index logins_user on logins (merchant_id, user_id);

create table sessions (
  merchant_id bigint not null,
  id uuid not null,
  user_id bigint not null,
  -- SHA-256 of the current and of the previous refresh token; the previous one is honoured for a short grace (two tabs)
  refresh_hash bytea not null,
  previous_hash bytea,
  rotated_at timestamptz,
  remember_me boolean not null,
  user_agent text,
  address text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, user_id) references users on delete cascade
);
create index sessions_user on sessions (merchant_id, user_id) where ended_at is null;

-- One-use links sent by e-mail; only hashes are kept. The token resolves its merchant, so the hash alone is the key.
create table email_tokens (
  token_hash bytea primary key,
  merchant_id bigint not null,
  user_id bigint not null,
  purpose text not null check (purpose in ('create-password', 'reset-password')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (merchant_id, user_id) references users on delete cascade
);
create index email_tokens_user on email_tokens (merchant_id, user_id, purpose) where used_at is null;

-- Failed tries to sign in, by account and by address; counted over a window.
create table failed_tries (
  subject text not null,
  at timestamptz not null
);
create index failed_tries_subject on failed_tries (subject, at);
create index failed_tries_at on failed_tries (at);

-- The first reply to an Idempotency-Key, written in the transaction of what the call did.
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

-- Every e-mail and SMS, written in the transaction that promises it, delivered by a job.
create table messages (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  locale text not null check (locale in ('en', 'ar')),
  subject text not null default '',
  body_text text not null,
  body_html text,
  links text[] not null default '{}',
  -- the same promise is never made twice
  dedupe_key text,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'kept')),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (merchant_id, id)
);
create unique index messages_dedupe on messages (merchant_id, dedupe_key) where dedupe_key is not null;
create index messages_newest on messages (created_at desc);

create table notifications (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  -- a key of the catalogue with its parameters, so that each reader sees it in their own language
  kind text not null,
  params jsonb not null default '{}',
  href text,
  created_at timestamptz not null default now(),
  primary key (merchant_id, id)
);
create index notifications_newest on notifications (merchant_id, mode, id desc);

create table notification_archives (
  merchant_id bigint not null,
  notification_id bigint not null,
  user_id bigint not null,
  archived_at timestamptz not null default now(),
  primary key (merchant_id, user_id, notification_id),
  foreign key (merchant_id, notification_id) references notifications on delete cascade
);

-- Who did what: append-only.
create table audit_log (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode,
  at timestamptz not null default now(),
  user_id bigint,
  -- the person's e-mail, the operator, or the system
  actor text not null,
  address text,
  action text not null,
  subject text,
  before jsonb,
  after jsonb,
  primary key (merchant_id, id)
);
create index audit_log_newest on audit_log (merchant_id, id desc);
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();

-- EGP per unit × 1,000,000; the newest row in effect counts.
create table exchange_rates (
  currency char(3) not null,
  effective_from timestamptz not null,
  rate_scaled bigint not null check (rate_scaled > 0),
  primary key (currency, effective_from)
);
insert into exchange_rates (currency, effective_from, rate_scaled) values ('USD', '2026-01-01T00:00:00Z', 48500000);

-- Days on which banks do not work, besides Fridays and Saturdays.
create table bank_holidays (
  day date primary key,
  name_en text not null,
  name_ar text not null
);
