create table operators (
  id bigint generated always as identity,
  email text not null,
  password_hash text,
  -- AES-256-GCM under a key derived from the server's secret
  totp_sealed bytea,
  -- the latest 30-second time step of an accepted code, so that no code is accepted twice
  totp_step bigint not null default 0,
  role text not null check (role in ('reviewer', 'support', 'finance', 'viewer', 'admin', 'custom', 'none')),
  created_at timestamptz not null,
  disabled_at timestamptz,
  role_id bigint,
  -- the operators who affected an account: who invited it, last reset its credentials, and last gave it its role
  invited_by bigint,
  invited_at timestamptz,
  reset_by bigint,
  reset_at timestamptz,
  role_by bigint,
  role_at timestamptz,
  -- Requests made before this time have lapsed: when an operator is disabled or their credentials are reset, because
  -- somebody else may have used their account.
  requests_lapsed_at timestamptz,
  directory_id text check (length(directory_id) between 1 and 255),
  active_in_directory boolean not null default true,
  ended_by_directory boolean not null default false,
  gone_from_directory boolean not null default false,
  changed_by_directory_at timestamptz,
  -- The maker of the directory's token by which an operator was let in. Stored separately from whoever reset the
  -- credentials before, so that neither overwrites the other.
  let_in_by bigint,
  let_in_at timestamptz,
  primary key (id),
  constraint operators_email_key unique (email),
  -- Operators come in by a link that is sent to them, and come back by another when they lost a way in. both from the
  -- day that the link was followed, neither before
  constraint operators_credentials check ((password_hash is null) = (totp_sealed is null)),
  constraint operators_custom_role check ((role = 'custom') = (role_id is not null)),
  -- Operators provisioned by the provider's own directory (SCIM 2.0). directory_id: the directory's id of an operator.
  -- active_in_directory: their state in the directory, which together with their groups determines whether they may
  -- sign in. ended_by_directory: the directory has disabled them, and may restore their access; false for operators
  -- whom an administrator disabled. gone_from_directory: the directory has deleted them. changed_by_directory_at: the
  -- directory's last change of them.
  constraint operators_ended_by_directory check (not ended_by_directory or disabled_at is not null),
  constraint operators_invited check ((invited_by is null) = (invited_at is null)),
  constraint operators_let_in check ((let_in_by is null) = (let_in_at is null)),
  constraint operators_reset check ((reset_by is null) = (reset_at is null)),
  constraint operators_role_given check ((role_by is null) = (role_at is null)),
  -- operators whom the directory has put into no group with a role
  constraint operators_without_role check (role <> 'none' or disabled_at is not null)
);

alter table operators add constraint operators_invited_by_fkey foreign key (invited_by) references operators (id);
alter table operators add constraint operators_let_in_by_fkey foreign key (let_in_by) references operators (id);
alter table operators add constraint operators_reset_by_fkey foreign key (reset_by) references operators (id);
alter table operators add constraint operators_role_by_fkey foreign key (role_by) references operators (id);
alter table operators add constraint operators_role_id_fkey foreign key (role_id) references operator_roles (id);

create unique index operators_by_directory_id on operators (directory_id) where directory_id is not null;
create index operators_of_role on operators (role_id) where role_id is not null;

-- The provider's own roles, besides the built-in ones: their permissions to change and to see.
create table operator_roles (
  id bigint generated always as identity,
  name_en text not null check (name_en <> ''),
  name_ar text not null check (name_ar <> ''),
  permissions text[] not null,
  reads text[] not null,
  created_at timestamptz not null,
  primary key (id),
  constraint operator_roles_see_what_they_change check (permissions <@ reads)
);

create unique index operator_roles_name_ar on operator_roles (search_key(name_ar));
create unique index operator_roles_name_en on operator_roles (search_key(name_en));

-- Only a hash of the token is stored. A session ends after some time without use, and after a working day in any case.
create table operator_sessions (
  token_hash bytea not null,
  operator_id bigint not null,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  by_company boolean not null default false,
  primary key (token_hash)
);

alter table operator_sessions add constraint operator_sessions_operator_id_fkey foreign key (operator_id)
  references operators (id);

create index operator_sessions_expires on operator_sessions (expires_at);
create index operator_sessions_of_operator on operator_sessions (operator_id) where ended_at is null;

-- Only a hash of the link's token is stored; only the newest link of an operator is valid.
create table operator_invitations (
  operator_id bigint not null,
  token_hash bytea not null,
  -- drawn when the link is first followed, the same until it is used
  totp_sealed bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  by_company boolean not null default false,
  primary key (operator_id),
  constraint operator_invitations_token_hash_key unique (token_hash)
);

alter table operator_invitations add constraint operator_invitations_operator_id_fkey foreign key (operator_id)
  references operators (id);

-- Views of the console's lists that operators keep under a name, each for themselves. They name filters and columns,
-- no rows.
create table operator_views (
  id bigint generated always as identity,
  operator_id bigint not null,
  list text not null,
  name text not null check (name <> ''),
  name_key text collate "C" generated always as (search_key(name)) stored not null,
  -- the parameters of the screen's address
  query jsonb not null,
  -- instead of the days of the list's range
  period text,
  -- by id in their order, a hidden one after a dash; null: those that the list begins with
  columns text,
  created_at timestamptz not null,
  -- An operator can share a view of a list of the console with all operators who may see the list.
  is_shared boolean not null default false,
  primary key (id)
);

alter table operator_views add constraint operator_views_operator_id_fkey foreign key (operator_id)
  references operators (id);

create unique index operator_views_own on operator_views (operator_id, list, name_key) where not is_shared;
create unique index operator_views_shared on operator_views (list, name_key) where is_shared;

-- Requests of operators that another operator has to approve, of every kind. Replaces the former table of changes of
-- processor accounts.
create table operator_approvals (
  id bigint generated always as identity,
  -- The noun that registers it carries it out.
  kind text collate "C" not null check (kind ~ '^[a-z][a-z-]{1,40}$'),
  -- Its subject: `merchant:7`.
  subject text collate "C" not null check (length(subject) between 1 and 100),
  name text not null,
  merchant_id bigint,
  -- The changes shown to the approver; nothing secret.
  facts jsonb not null,
  -- The change to carry out.
  change jsonb not null,
  -- The secret part of the change; erased once it is decided.
  sealed_change bytea not null default '\x'::bytea,
  reason text not null,
  -- files.path of the merchant
  papers text[] not null default '{}' check (cardinality(papers) <= 5),
  -- At most one of its kind and subject waits.
  is_single boolean not null,
  state text not null default 'waiting',
  asked_by bigint not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by bigint,
  -- The user of the command line, in place of a second operator.
  decided_in_shell text check (decided_in_shell <> ''),
  decided_at timestamptz,
  note text not null default '',
  -- Why the last approval could not be carried out: a sentence's key and parameters.
  trouble jsonb,
  -- The language of the requester, for messages about the outcome.
  asked_locale text not null default 'en' check (asked_locale in ('en', 'ar')),
  -- Distinguishes requests about several parts of one subject, such as the batches of a file. At most one for each
  -- waits. Besides the index of subjects, so that requests of an earlier release stay valid, and a process of it can
  -- still make some.
  part text collate "C" check (length(part) between 1 and 100),
  primary key (id),
  constraint operator_approvals_by_another check (
    case
      when state in ('approved', 'declined') then num_nonnulls(decided_by, decided_in_shell) = 1 and decided_by is
          distinct from asked_by
      when state = 'withdrawn' then decided_in_shell is null and (decided_by is null or decided_by = asked_by)
      else num_nonnulls(decided_by, decided_in_shell) = 0
    end),
  constraint operator_approvals_decided check ((state = 'waiting') = (decided_at is null)),
  constraint operator_approvals_secrets_erased check (state = 'waiting' or sealed_change = '\x'::bytea),
  constraint operator_approvals_state_check check (state in ('waiting', 'approved', 'declined', 'withdrawn', 'expired',
    'ended'))
);

alter table operator_approvals add constraint operator_approvals_asked_by_fkey foreign key (asked_by)
  references operators (id);
alter table operator_approvals add constraint operator_approvals_decided_by_fkey foreign key (decided_by)
  references operators (id);
alter table operator_approvals add constraint operator_approvals_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

create index operator_approvals_by_kind on operator_approvals (kind, id);
-- The tabs above the console's requests count them by state.
create index operator_approvals_by_state on operator_approvals (state, kind);
create index operator_approvals_by_time on operator_approvals ((state = 'waiting'), id);
create index operator_approvals_of_subject on operator_approvals (subject, id);
create unique index operator_approvals_single on operator_approvals (kind, subject)
  where state = 'waiting' and is_single;
create unique index operator_approvals_single_part on operator_approvals (kind, subject, part)
  where state = 'waiting' and part is not null;

create trigger never_emptied before truncate on operator_approvals
  for each statement execute function refuse_change();
create trigger operator_approvals_kept before delete on operator_approvals
  for each statement execute function refuse_change();
-- A request cannot be changed, and a decision cannot be changed.
create trigger operator_approvals_stay before update on operator_approvals
  for each row when (old.state <> 'waiting' or (to_jsonb(new.*) -
    '{state,decided_by,decided_in_shell,decided_at,note,trouble,sealed_change}'::text[]) is distinct from
    (to_jsonb(old.*) - '{state,decided_by,decided_in_shell,decided_at,note,trouble,sealed_change}'::text[])) execute
    function refuse_change();
