-- The people of a merchant: how they are listed, and how they prove who they are beside a password.

alter table users
  -- A person who has left: signs in no more and is listed no more; what they made keeps their name.
  add column deleted_at timestamptz,
  -- Since when a code of the authenticator follows the password; null: it does not.
  add column two_step_at timestamptz,
  add column name_key text generated always as (search_key(first_name || ' ' || last_name)) stored,
  add column search_text text generated always as
    (search_key(first_name || ' ' || last_name || E'\n' || email || E'\n' || mobile)) stored;

-- Whether a person wants by e-mail what the bell says.
alter table users add column if not exists receive_notifications boolean not null default true;

alter table users add constraint users_left check (deleted_at is null or not is_active);

create index users_listed on users (merchant_id, id) where deleted_at is null;
create index users_by_created on users (merchant_id, created_at, id) where deleted_at is null;
create index users_by_name on users (merchant_id, name_key, id) where deleted_at is null;
create index users_by_email on users (merchant_id, email) where deleted_at is null;
create index users_of_role on users (merchant_id, role_id) where deleted_at is null;

-- A merchant has one first role.
create unique index roles_first on roles (merchant_id) where is_first;

-- The secret that an authenticator shares, encrypted under a key derived from the server's secret.
create table authenticators (
  merchant_id bigint not null,
  user_id bigint not null,
  sealed_secret bytea not null,
  -- null: shown, but no code of it has been given yet
  confirmed_at timestamptz,
  -- the newest thirty seconds of which a code was accepted: none is accepted twice
  last_step bigint not null default 0,
  created_at timestamptz not null,
  primary key (merchant_id, user_id),
  foreign key (merchant_id, user_id) references users on delete cascade
);

-- Codes for when the authenticator is lost; of each only a hash, each good once.
create table recovery_codes (
  merchant_id bigint not null,
  user_id bigint not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (merchant_id, user_id, code_hash),
  foreign key (merchant_id, user_id) references users on delete cascade
);

-- Public keys of devices that sign in without a password.
create table passkeys (
  merchant_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  name text not null,
  credential_id text not null,
  public_key bytea not null,
  -- grows with each use where a device counts; a smaller one tells of a copy
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, user_id) references users on delete cascade
);
create index passkeys_user on passkeys (merchant_id, user_id, id);

-- Where a passkey leads: unique across merchants, hence a table of its own.
create table passkey_logins (
  credential_id text collate "C" primary key,
  merchant_id bigint not null,
  passkey_id bigint not null,
  foreign key (merchant_id, passkey_id) references passkeys on delete cascade
);
create index passkey_logins_passkey on passkey_logins (merchant_id, passkey_id);

-- Questions that await their answer for a few minutes: the code after a password, the signature of a passkey. Of their
-- tokens only hashes. Signing in by passkey asks before it is known who answers.
create table proofs_awaited (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('second-step', 'passkey-sign-in', 'passkey-new')),
  merchant_id bigint,
  user_id bigint,
  challenge text,
  remember_me boolean not null default false,
  tries_left smallint not null default 5 check (tries_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (merchant_id, user_id) references users on delete cascade,
  check ((purpose = 'passkey-sign-in') = (user_id is null)),
  check ((purpose = 'second-step') = (challenge is null))
);
create index proofs_awaited_user on proofs_awaited (merchant_id, user_id);
create index proofs_awaited_expires on proofs_awaited (expires_at);
