-- Names of merchants compared with a list of sanctioned people and businesses.

-- The list that holds, and what is wrong with a newer file.
create table screening_list (
  is_only boolean primary key default true check (is_only),
  -- SHA-256 of the file that holds, and of the one that was read last.
  version text,
  tried_version text not null,
  entries jsonb not null default '[]',
  entry_count integer not null default 0,
  accepted_at timestamptz,
  tried_at timestamptz not null,
  problems jsonb not null default '[]'
);

-- A name of a merchant that is like one of the list. Each pair is decided once.
create table screening_hits (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  -- Which of its names: of the business, of a person, of a bank account.
  part text not null check (part in ('business', 'person', 'account')),
  name text not null,
  -- The name's words in order, so that spelling makes no other hit.
  name_key text not null,
  listed_name text not null,
  listed_reference text not null,
  birth_date text not null,
  source text not null,
  score integer not null check (score between 1 and 100),
  found_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'true', 'false')),
  decided_by text,
  decided_at timestamptz,
  reason text not null default '',
  primary key (merchant_id, id),
  constraint screening_hits_once unique (merchant_id, name_key, source, listed_reference),
  constraint screening_hits_decided check
    ((state = 'open') = (decided_at is null) and (state = 'open') = (decided_by is null))
);
create index screening_hits_by_state on screening_hits (state, id);
