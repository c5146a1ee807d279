-- People and groups that a company's directory keeps here (SCIM 2.0): what it calls whom, and with which token it calls.
alter table users
  -- what the directory calls a person
  add directory_id text check (length(directory_id) between 1 and 255),
  -- the directory has deactivated them, and may activate them again; nobody whom the business itself deactivated
  add ended_by_directory boolean not null default false,
  add constraint users_ended_by_directory check (not (is_active and ended_by_directory));
create unique index users_by_directory_id on users (merchant_id, directory_id)
  where directory_id is not null and deleted_at is null;

-- Somebody whom the directory made may have no number: null, which many may have, and never an empty one, which one could.
alter table logins add constraint logins_mobile_check check (mobile <> '');

-- What the sign-in provider of a business may keep here, as long as there is a provider.
create table scim_settings (
  merchant_id bigint primary key references company_sign_ins on delete cascade,
  -- of whoever is in no group that has one
  starting_role_id bigint not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  token_shown text not null check (length(token_shown) between 4 and 20),
  made_by bigint not null,
  made_at timestamptz not null,
  -- to the minute
  last_used_at timestamptz,
  foreign key (merchant_id, starting_role_id) references roles (merchant_id, id),
  foreign key (merchant_id, made_by) references users (merchant_id, id)
);
create index scim_settings_by_role on scim_settings (merchant_id, starting_role_id);

-- Groups of the directory. Their names and ids are what `company_groups` gives roles to.
create table scim_groups (
  merchant_id bigint not null references company_sign_ins on delete cascade,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 200),
  directory_id text check (length(directory_id) between 1 and 255),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  -- two of one name would have one role
  unique (merchant_id, name)
);
create unique index scim_groups_by_directory_id on scim_groups (merchant_id, directory_id)
  where directory_id is not null;

create table scim_members (
  merchant_id bigint not null,
  group_id bigint not null,
  user_id bigint not null,
  primary key (merchant_id, group_id, user_id),
  foreign key (merchant_id, group_id) references scim_groups on delete cascade,
  foreign key (merchant_id, user_id) references users (merchant_id, id)
);
create index scim_members_by_user on scim_members (merchant_id, user_id);
