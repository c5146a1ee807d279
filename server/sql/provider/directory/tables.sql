-- Operators who sign in with the provider's own company account, in the place of the password.
create table operator_company_accounts (
  operator_id bigint not null,
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  linked_at timestamptz not null,
  primary key (operator_id),
  constraint operator_company_accounts_issuer_subject_key unique (issuer, subject)
);

alter table operator_company_accounts add constraint operator_company_accounts_operator_id_fkey foreign key
  (operator_id) references operators (id);

-- A sign-in that waits for the provider's answer: it counts once, in the browser that began.
create table operator_company_attempts (
  state_hash bytea not null,
  operator_id bigint,
  browser_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (state_hash)
);

alter table operator_company_attempts add constraint operator_company_attempts_operator_id_fkey foreign key
  (operator_id) references operators (id);

-- At most one: with which token the directory calls.
create table operator_directory (
  is_only boolean not null default true check (is_only),
  token_hash bytea not null check (length(token_hash) = 32),
  token_shown text not null check (length(token_shown) between 4 and 20),
  made_by bigint not null,
  made_at timestamptz not null,
  -- to the minute
  last_used_at timestamptz,
  primary key (is_only)
);

alter table operator_directory add constraint operator_directory_made_by_fkey foreign key (made_by)
  references operators (id);

-- Groups of the directory. The configuration assigns roles by their names and ids.
create table operator_groups (
  id bigint generated always as identity,
  -- two of one name would have one role
  name text not null check (length(name) between 1 and 200),
  directory_id text check (length(directory_id) between 1 and 255),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (id),
  constraint operator_groups_name_key unique (name)
);

create unique index operator_groups_by_directory_id on operator_groups (directory_id) where directory_id is not null;

create table operator_group_members (
  group_id bigint not null,
  operator_id bigint not null,
  primary key (group_id, operator_id)
);

alter table operator_group_members add constraint operator_group_members_group_id_fkey foreign key (group_id)
  references operator_groups (id) on delete cascade;
alter table operator_group_members add constraint operator_group_members_operator_id_fkey foreign key (operator_id)
  references operators (id);

create index operator_group_members_by_operator on operator_group_members (operator_id);
