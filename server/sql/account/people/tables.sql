-- Everybody who signs in: one address, one password, one second step. `users` are their memberships: their role in one
-- merchant. In earlier releases both were one row.
create table people (
  id bigint generated always as identity,
  email text not null,
  -- null: given up, or another person's
  mobile text check (mobile <> ''),
  -- null: not set yet
  password_hash text,
  -- since when a code of the authenticator follows the password
  two_step_at timestamptz,
  -- the merchant in which their last session was opened
  last_merchant_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  email_proven boolean not null default true,
  primary key (id),
  constraint people_email_key unique (email),
  constraint people_mobile_key unique (mobile)
);

create trigger users_follow_people after update of password_hash, two_step_at on people
  for each row execute function users_follow_people();

create table users (
  merchant_id bigint not null,
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
  -- Notifications are also sent by e-mail.
  receive_notifications boolean not null default true,
  -- A person who has left can no longer sign in and is not listed; what they made keeps their name.
  deleted_at timestamptz,
  -- Since when a code of the authenticator follows the password; null: it does not.
  two_step_at timestamptz,
  name_key text generated always as (search_key(((first_name || ' ') || last_name))) stored,
  search_text text
    generated always as (search_key(((((((first_name || ' ') || last_name) || '
') || email) || '
')
      || mobile))) stored,
  directory_id text check (length(directory_id) between 1 and 255),
  ended_by_directory boolean not null default false,
  person_id bigint,
  joined_at timestamptz,
  primary key (merchant_id, id),
  -- People provisioned by a company's directory (SCIM 2.0). directory_id: the directory's id of a person.
  -- ended_by_directory: the directory has deactivated them, and may reactivate them; false for people whom the business
  -- itself deactivated.
  constraint users_ended_by_directory check (not (is_active and ended_by_directory)),
  constraint users_left check (deleted_at is null or not is_active),
  constraint users_person check ((person_id is null) = (deleted_at is not null))
);

alter table users add constraint users_merchant_id_fkey foreign key (merchant_id) references merchants (id);
alter table users add constraint users_merchant_id_role_id_fkey foreign key (merchant_id, role_id)
  references roles (merchant_id, id);
alter table users add constraint users_person_id_fkey foreign key (person_id) references people (id);

create index users_by_created on users (merchant_id, created_at, id) where deleted_at is null;
create unique index users_by_directory_id on users (merchant_id, directory_id)
  where directory_id is not null and deleted_at is null;
create index users_by_email on users (merchant_id, email) where deleted_at is null;
create index users_by_name on users (merchant_id, name_key, id) where deleted_at is null;
create index users_listed on users (merchant_id, id) where deleted_at is null;
create index users_of_person on users (person_id);
create index users_of_role on users (merchant_id, role_id) where deleted_at is null;
-- A person has at most one membership in a merchant, and every membership belongs to a person.
create unique index users_once on users (merchant_id, person_id);

-- Users are never deleted and keep their ids: people who leave are marked, and references to them stay valid
-- permanently.
create trigger never_deleted before delete on users
  for each statement execute function ledger_refuse_change('users_are_kept');
create trigger never_emptied before truncate on users
  for each statement execute function ledger_refuse_change('users_are_kept');
create trigger number_kept before update of merchant_id, id on users
  for each row when (old.merchant_id <> new.merchant_id or old.id <> new.id) execute function
    ledger_refuse_change('users_are_kept');
create trigger people_follow_users after update of email, mobile, password_hash, two_step_at, deleted_at on users
  for each row execute function people_follow_users();
create trigger users_have_people before insert or update of password_hash, deleted_at on users
  for each row execute function users_have_people();

create table roles (
  merchant_id bigint not null,
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

alter table roles add constraint roles_merchant_id_fkey foreign key (merchant_id) references merchants (id);

-- A merchant has one first role.
create unique index roles_first on roles (merchant_id) where is_first;

-- The secret that an authenticator shares, encrypted under a key derived from the server's secret.
create table authenticators (
  merchant_id bigint not null,
  user_id bigint not null,
  sealed_secret bytea not null,
  -- null: shown, but no code of it has been given yet
  confirmed_at timestamptz,
  -- the latest 30-second time step of an accepted code, so that no code is accepted twice
  last_step bigint not null default 0,
  created_at timestamptz not null,
  person_id bigint,
  primary key (merchant_id, user_id)
);

alter table authenticators add constraint authenticators_merchant_id_user_id_fkey foreign key (merchant_id, user_id)
  references users (merchant_id, id) on delete cascade;
alter table authenticators add constraint authenticators_person_id_fkey foreign key (person_id)
  references people (id) on delete cascade;

create index authenticators_of_person on authenticators (person_id);

create trigger authenticators_have_people before insert on authenticators
  for each row execute function factors_have_people();

-- Codes for when the authenticator is lost; of each only a hash, each good once.
create table recovery_codes (
  merchant_id bigint not null,
  user_id bigint not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  -- Salt of one set of codes; null: made before codes were salted.
  salt bytea check (length(salt) >= 16),
  person_id bigint,
  primary key (merchant_id, user_id, code_hash)
);

alter table recovery_codes add constraint recovery_codes_merchant_id_user_id_fkey foreign key (merchant_id, user_id)
  references users (merchant_id, id) on delete cascade;
alter table recovery_codes add constraint recovery_codes_person_id_fkey foreign key (person_id)
  references people (id) on delete cascade;

create index recovery_codes_of_person on recovery_codes (person_id);

create trigger recovery_codes_have_people before insert on recovery_codes
  for each row execute function factors_have_people();

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
  person_id bigint,
  primary key (merchant_id, id)
);

alter table passkeys add constraint passkeys_merchant_id_user_id_fkey foreign key (merchant_id, user_id)
  references users (merchant_id, id) on delete cascade;
alter table passkeys add constraint passkeys_person_id_fkey foreign key (person_id)
  references people (id) on delete cascade;

create index passkeys_of_person on passkeys (person_id, id);
create index passkeys_user on passkeys (merchant_id, user_id, id);

create trigger passkeys_have_people before insert on passkeys for each row execute function factors_have_people();

-- Maps passkeys to merchants; unique across merchants, hence a separate table.
create table passkey_logins (
  credential_id text collate "C" not null,
  merchant_id bigint not null,
  passkey_id bigint not null,
  primary key (credential_id)
);

alter table passkey_logins add constraint passkey_logins_merchant_id_passkey_id_fkey foreign key (merchant_id,
  passkey_id) references passkeys (merchant_id, id) on delete cascade;

create index passkey_logins_passkey on passkey_logins (merchant_id, passkey_id);

create table email_changes (
  merchant_id bigint not null,
  user_id bigint not null,
  email text not null,
  asked_by bigint not null,
  -- an owner asked: where the old address is silent, the new one alone will do after some days
  by_owner boolean not null,
  asked_at timestamptz not null,
  old_said_at timestamptz,
  new_said_at timestamptz,
  primary key (merchant_id, user_id)
);

alter table email_changes add constraint email_changes_merchant_id_asked_by_fkey foreign key (merchant_id, asked_by)
  references users (merchant_id, id);
alter table email_changes add constraint email_changes_merchant_id_user_id_fkey foreign key (merchant_id, user_id)
  references users (merchant_id, id);

create index email_changes_by_time on email_changes (asked_at);

-- One-use links sent by e-mail; only hashes are kept. The token resolves its merchant, so the hash alone is the key.
create table email_tokens (
  token_hash bytea not null,
  merchant_id bigint not null,
  user_id bigint not null,
  purpose text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (token_hash),
  -- Somebody who has a password joins a further merchant by a link, with that password.
  constraint email_tokens_purpose_check check (purpose in ('create-password', 'reset-password', 'join', 'address-old',
    'address-new'))
);

alter table email_tokens add constraint email_tokens_merchant_id_user_id_fkey foreign key (merchant_id, user_id)
  references users (merchant_id, id) on delete cascade;

create index email_tokens_expires on email_tokens (expires_at);
create index email_tokens_user on email_tokens (merchant_id, user_id, purpose) where used_at is null;

-- Questions that await their answer for a few minutes: the code after a password, the signature of a passkey. Of their
-- tokens only hashes. Signing in by passkey asks before it is known who answers.
create table proofs_awaited (
  token_hash bytea not null,
  purpose text not null,
  merchant_id bigint,
  user_id bigint,
  challenge text,
  remember_me boolean not null default false,
  tries_left smallint not null default 5 check (tries_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  by_company boolean not null default false,
  primary key (token_hash),
  -- A sign-in that waits for its second step names the person who gave the password: an invitation can go to somebody
  -- else meanwhile. Processes of the release before leave it out, and theirs count as expired.
  constraint proofs_awaited_challenge check (purpose in ('second-step', 'second-step-new') or challenge is not null),
  constraint proofs_awaited_check check ((purpose in ('passkey-sign-in', 'company-sign-in')) = (user_id is null)),
  -- the first factor was the company's account
  constraint proofs_awaited_purpose_check check (purpose in ('second-step', 'second-step-new', 'passkey-sign-in',
    'passkey-new', 'passkey-step-up', 'step-up', 'company-sign-in', 'company-step-up'))
);

alter table proofs_awaited add constraint proofs_awaited_merchant_id_user_id_fkey foreign key (merchant_id, user_id)
  references users (merchant_id, id) on delete cascade;

create index proofs_awaited_expires on proofs_awaited (expires_at);
create index proofs_awaited_user on proofs_awaited (merchant_id, user_id);
