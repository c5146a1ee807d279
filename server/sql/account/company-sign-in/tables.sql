-- Sign-in with the company's own account: an OpenID Connect provider configured by a merchant, and the linked accounts
-- of its people.
create table company_sign_ins (
  merchant_id bigint not null,
  issuer text not null check (length(issuer) between 8 and 300),
  client_id text not null check (length(client_id) between 1 and 300),
  client_secret_sealed bytea not null,
  -- the domain of the people's e-mail addresses, in lower case, without a dot at the end, other letters as punycode
  domain text collate "C" not null check (domain ~ '^[a-z0-9.-]{4,240}$'),
  -- value of the DNS record
  domain_token text not null check (length(domain_token) = 27),
  -- null: nobody can sign in yet
  domain_verified_at timestamptz,
  -- the provider asks everybody for a second step, so we do not
  has_second_step boolean not null,
  -- grows with every change, so that a sign-in that began before it ends with it
  version int not null check (version > 0),
  changed_by bigint not null,
  changed_at timestamptz not null,
  -- since when only these owners may use a password
  required_since timestamptz,
  break_glass bigint[] not null default '{}',
  -- The DNS record that proves the domain of company sign-in is looked up again. Once it has been missing for some
  -- days, company sign-in is suspended: domain_verified_at is null, so that all checks of the proof fail, and nobody
  -- needs the company's account. missing_since: since when the record of a proven domain is missing
  missing_since timestamptz,
  -- when owners were reminded of that
  reminded_at timestamptz,
  -- since when company sign-in is suspended; null when it is not
  suspended_at timestamptz,
  -- null: now, if the domain is or was proven
  next_check_at timestamptz,
  primary key (merchant_id),
  constraint company_sign_ins_missing check (missing_since is null or domain_verified_at is not null),
  constraint company_sign_ins_reminded check (reminded_at is null or missing_since is not null),
  constraint company_sign_ins_required check (required_since is null or (domain_verified_at is not null or suspended_at
    is not null) and cardinality(break_glass) > 0),
  constraint company_sign_ins_suspended check (suspended_at is null or domain_verified_at is null)
);

alter table company_sign_ins add constraint company_sign_ins_merchant_id_changed_by_fkey foreign key (merchant_id,
  changed_by) references users (merchant_id, id);
alter table company_sign_ins add constraint company_sign_ins_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

-- an e-mail address leads to one business
create unique index company_sign_ins_domain on company_sign_ins (domain) where domain_verified_at is not null;

-- A person's account at the identity provider. Issuer and subject identify it; the e-mail address was only used to
-- link it.
create table company_accounts (
  merchant_id bigint not null,
  user_id bigint not null,
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  linked_at timestamptz not null,
  primary key (merchant_id, user_id),
  constraint company_accounts_merchant_id_issuer_subject_key unique (merchant_id, issuer, subject)
);

alter table company_accounts add constraint company_accounts_merchant_id_user_id_fkey foreign key (merchant_id,
  user_id) references users (merchant_id, id);

-- Roles of the groups at the company's identity provider. A person's first group in this order decides.
create table company_groups (
  merchant_id bigint not null,
  position smallint not null check ("position" > 0),
  name text not null check (length(name) between 1 and 200),
  role_id bigint not null,
  primary key (merchant_id, "position"),
  constraint company_groups_merchant_id_name_key unique (merchant_id, name)
);

alter table company_groups add constraint company_groups_merchant_id_fkey foreign key (merchant_id)
  references company_sign_ins (merchant_id) on delete cascade;
alter table company_groups add constraint company_groups_merchant_id_role_id_fkey foreign key (merchant_id, role_id)
  references roles (merchant_id, id) on delete cascade;

create index company_groups_by_role on company_groups (merchant_id, role_id);

-- Directory (SCIM) of a business with an identity provider; deleted together with it.
create table scim_settings (
  merchant_id bigint not null,
  -- role of people in no group with a role
  starting_role_id bigint not null,
  token_hash bytea not null check (length(token_hash) = 32),
  token_shown text not null check (length(token_shown) between 4 and 20),
  made_by bigint not null,
  made_at timestamptz not null,
  -- to the minute
  last_used_at timestamptz,
  primary key (merchant_id),
  constraint scim_settings_token_hash_key unique (token_hash)
);

alter table scim_settings add constraint scim_settings_merchant_id_fkey foreign key (merchant_id)
  references company_sign_ins (merchant_id) on delete cascade;
alter table scim_settings add constraint scim_settings_merchant_id_made_by_fkey foreign key (merchant_id, made_by)
  references users (merchant_id, id);
alter table scim_settings add constraint scim_settings_merchant_id_starting_role_id_fkey foreign key (merchant_id,
  starting_role_id) references roles (merchant_id, id);

create index scim_settings_by_role on scim_settings (merchant_id, starting_role_id);

-- Groups of the directory. `company_groups` assigns roles by their names and ids.
create table scim_groups (
  merchant_id bigint not null,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 200),
  directory_id text check (length(directory_id) between 1 and 255),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  constraint scim_groups_merchant_id_name_key unique (merchant_id, name)
);

alter table scim_groups add constraint scim_groups_merchant_id_fkey foreign key (merchant_id)
  references company_sign_ins (merchant_id) on delete cascade;

create unique index scim_groups_by_directory_id on scim_groups (merchant_id, directory_id)
  where directory_id is not null;

create table scim_members (
  merchant_id bigint not null,
  group_id bigint not null,
  user_id bigint not null,
  primary key (merchant_id, group_id, user_id)
);

alter table scim_members add constraint scim_members_merchant_id_group_id_fkey foreign key (merchant_id, group_id)
  references scim_groups (merchant_id, id) on delete cascade;
alter table scim_members add constraint scim_members_merchant_id_user_id_fkey foreign key (merchant_id, user_id)
  references users (merchant_id, id);

create index scim_members_by_user on scim_members (merchant_id, user_id);
