-- What an operator asks for and another operator has to approve, of every kind. It takes the place of the changes of
-- processor accounts, which had a table of their own.
create table operator_approvals (
  id bigint generated always as identity primary key,
  -- The noun that registers it carries it out.
  kind text collate "C" not null check (kind ~ '^[a-z][a-z-]{1,40}$'),
  -- What it is about: `merchant:7`.
  subject text collate "C" not null check (length(subject) between 1 and 100),
  name text not null,
  merchant_id bigint references merchants,
  -- What would change, for whoever decides; nothing of it is secret.
  facts jsonb not null,
  -- What is carried out.
  change jsonb not null,
  -- What of it is secret; erased once it is decided.
  sealed_change bytea not null default '',
  reason text not null,
  -- files.path of the merchant
  papers text[] not null default '{}' check (cardinality(papers) <= 5),
  -- At most one of its kind and subject waits.
  is_single boolean not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'approved', 'declined', 'withdrawn', 'expired', 'ended')),
  asked_by bigint not null references operators,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by bigint references operators,
  -- The user of the command line, in place of a second operator.
  decided_in_shell text check (decided_in_shell <> ''),
  decided_at timestamptz,
  note text not null default '',
  -- Why the last approval could not be carried out: a sentence's key and parameters.
  trouble jsonb,
  constraint operator_approvals_by_another check (case
    when state in ('approved', 'declined') then
      num_nonnulls(decided_by, decided_in_shell) = 1 and decided_by is distinct from asked_by
    when state = 'withdrawn' then decided_in_shell is null and (decided_by is null or decided_by = asked_by)
    else num_nonnulls(decided_by, decided_in_shell) = 0 end),
  constraint operator_approvals_decided check ((state = 'waiting') = (decided_at is null)),
  constraint operator_approvals_secrets_erased check (state = 'waiting' or sealed_change = '')
);
create index operator_approvals_by_time on operator_approvals ((state = 'waiting'), id);
create index operator_approvals_of_subject on operator_approvals (subject, id);
create unique index operator_approvals_single on operator_approvals (kind, subject) where state = 'waiting' and is_single;

-- What was asked for stays as it was asked for, and a decision stays as it was made.
create trigger operator_approvals_stay before update on operator_approvals
  for each row when (
    old.state <> 'waiting'
    or to_jsonb(new) - '{state,decided_by,decided_in_shell,decided_at,note,trouble,sealed_change}'::text[]
       is distinct from
       to_jsonb(old) - '{state,decided_by,decided_in_shell,decided_at,note,trouble,sealed_change}'::text[])
  execute function refuse_change();
create trigger operator_approvals_kept before delete or truncate on operator_approvals
  for each statement execute function refuse_change();

insert into operator_approvals (kind, subject, name, merchant_id, facts, change, sealed_change, reason, is_single, state,
                                asked_by, asked_at, expires_at, decided_by, decided_at)
select 'processor-account', coalesce('processor:' || c.account_id, 'processor:new'), c.summary->'proposed'->>'name',
       (c.summary->'proposed'->>'merchantId')::bigint, '[]', jsonb_build_object('accountId', c.account_id),
       case when c.state = 'waiting' then c.sealed_change else '' end, '-', false,
       case c.state when 'confirmed' then 'approved' else c.state end,
       c.asked_by, c.asked_at, c.asked_at + interval '7 days', c.decided_by, c.decided_at
  from processor_account_changes c order by c.id;
drop table processor_account_changes;
