-- Operators and groups that the provider's own directory keeps (SCIM 2.0): what it calls whom, and with which token it calls.
alter table operators
  -- what the directory calls an operator
  add directory_id text check (length(directory_id) between 1 and 255),
  -- what the directory last said of them; whether they may sign in follows from it and from their groups
  add active_in_directory boolean not null default true,
  -- the directory has disabled them, and may let them in again; nobody whom an administrator disabled
  add ended_by_directory boolean not null default false,
  -- the directory has deleted them
  add gone_from_directory boolean not null default false,
  -- when the directory last changed them
  add changed_by_directory_at timestamptz,
  add constraint operators_ended_by_directory check (not ended_by_directory or disabled_at is not null),
  drop constraint operators_role_check,
  add constraint operators_role_check
    check (role in ('reviewer', 'support', 'finance', 'viewer', 'admin', 'custom', 'none')),
  -- whoever the directory has put into no group with a role
  add constraint operators_without_role check (role <> 'none' or disabled_at is not null);
create unique index operators_by_directory_id on operators (directory_id) where directory_id is not null;

-- At most one: with which token the directory calls.
create table operator_directory (
  is_only boolean primary key default true check (is_only),
  token_hash bytea not null check (length(token_hash) = 32),
  token_shown text not null check (length(token_shown) between 4 and 20),
  made_by bigint not null references operators,
  made_at timestamptz not null,
  -- to the minute
  last_used_at timestamptz
);

-- Groups of the directory. Their names and ids are what the configuration gives roles to.
create table operator_groups (
  id bigint generated always as identity primary key,
  -- two of one name would have one role
  name text not null unique check (length(name) between 1 and 200),
  directory_id text check (length(directory_id) between 1 and 255),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index operator_groups_by_directory_id on operator_groups (directory_id) where directory_id is not null;

create table operator_group_members (
  group_id bigint not null references operator_groups on delete cascade,
  operator_id bigint not null references operators,
  primary key (group_id, operator_id)
);
create index operator_group_members_by_operator on operator_group_members (operator_id);

-- An operator's first sign-in with the company's account: the provider says who they are, and then they choose a password and set up
-- their authenticator.
alter table operator_company_attempts alter operator_id drop not null;
alter table operator_invitations add by_company boolean not null default false;
