create table sessions (
  merchant_id bigint not null,
  id uuid not null,
  user_id bigint not null,
  -- SHA-256 of the current and of the previous refresh token; the previous one is honoured for a short grace (two
  -- tabs)
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
  -- The session was opened with a second factor.
  two_factors boolean not null default false,
  -- The role as which a session views the portal; it cannot change anything meanwhile. Without a foreign key: a
  -- session whose role is deleted keeps viewing without permissions, and never regains its own rights unexpectedly.
  view_role_id bigint,
  by_company boolean not null default false,
  primary key (merchant_id, id)
);

alter table sessions add constraint sessions_merchant_id_user_id_fkey foreign key (merchant_id, user_id)
  references users (merchant_id, id) on delete cascade;

-- Expired rows are found by index, because each of these tables was read entirely, every hour, to delete a few rows.
create index sessions_expires on sessions (expires_at);
create index sessions_user on sessions (merchant_id, user_id) where ended_at is null;

create trigger sessions_forget_push_devices after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function forget_push_devices();

-- Maps e-mail addresses and mobile numbers to merchants; unique across merchants, hence a separate table.
create table logins (
  email text not null,
  mobile text,
  merchant_id bigint not null,
  user_id bigint not null,
  primary key (email),
  constraint logins_mobile_key unique (mobile),
  -- Somebody whom the directory made may have no number: null, which many may have, and never an empty one, which one
  -- could.
  constraint logins_mobile_check check (mobile <> '')
);

alter table logins add constraint logins_merchant_id_user_id_fkey foreign key (merchant_id, user_id)
  references users (merchant_id, id) on delete cascade;

create index logins_user on logins (merchant_id, user_id);

-- Records which users affected whose accounts, and when: an account made or changed by somebody may really be theirs.
create table account_touches (
  merchant_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  by_user_id bigint not null,
  what text not null,
  at timestamptz not null,
  primary key (merchant_id, id),
  constraint account_touches_what_check check (what in ('made', 'invited', 'email', 'role', 'given', 'powers', 'let-in',
    'gone', 'company'))
);

alter table account_touches add constraint account_touches_merchant_id_by_user_id_fkey foreign key (merchant_id,
  by_user_id) references users (merchant_id, id);
alter table account_touches add constraint account_touches_merchant_id_user_id_fkey foreign key (merchant_id, user_id)
  references users (merchant_id, id);

create index account_touches_by_time on account_touches (merchant_id, at);
create index account_touches_of_user on account_touches (merchant_id, user_id, at);
