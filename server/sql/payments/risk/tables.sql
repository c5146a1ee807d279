-- A rule: its scope, one condition, and the outcome for a matching attempt.
create table risk_rules (
  id bigint generated always as identity,
  name text not null check (name <> ''),
  mode mode not null,
  -- Null: of all merchants, by all methods.
  merchant_id bigint,
  payment_method smallint,
  condition text not null check (condition in ('count', 'sum', 'amount', 'declines', 'first', 'listed')),
  by_fact text check (by_fact in ('mobile', 'address', 'card', 'bin', 'merchant', 'country')),
  times int check (times between 1 and 1000),
  amount_piastres bigint check (amount_piastres > 0),
  window_minutes int check (window_minutes between 1 and 43200),
  outcome text not null check (outcome in ('allow', 'challenge', 'review', 'block')),
  -- The outcome if the payer cannot be challenged.
  otherwise text check (otherwise in ('allow', 'review', 'block')),
  -- Incremented with each change of the rule's definition.
  version int not null default 1,
  is_on boolean not null default false,
  switched_by text,
  switched_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (id),
  constraint risk_rules_complete check (
    case condition
      when 'count' then by_fact in ('mobile', 'address', 'card', 'bin', 'merchant')
        and times is not null and window_minutes is not null
      when 'sum' then by_fact in ('mobile', 'address', 'card', 'bin')
        and amount_piastres is not null and window_minutes is not null
      when 'amount' then amount_piastres is not null
      when 'declines' then by_fact in ('mobile', 'address', 'card')
        and times between 1 and 20 and window_minutes is not null
      when 'first' then amount_piastres is not null
      when 'listed' then by_fact in ('mobile', 'address', 'card', 'bin', 'country')
    end and (outcome <> 'challenge' or otherwise is not null))
);

alter table risk_rules add constraint risk_rules_merchant_id_fkey foreign key (merchant_id) references merchants (id);

create index risk_rules_by_name on risk_rules (name, id);
create index risk_rules_by_time on risk_rules (created_at, id);
create index risk_rules_on on risk_rules (mode, id) where is_on;

-- Operators' changes of a rule.
create table risk_rule_events (
  id bigint generated always as identity,
  rule_id bigint not null,
  at timestamptz not null,
  actor text not null,
  kind text not null check (kind in ('created', 'changed', 'on', 'off')),
  version int not null,
  reason text not null default '',
  -- The rule as it was then.
  definition jsonb not null,
  primary key (id)
);

alter table risk_rule_events add constraint risk_rule_events_rule_id_fkey foreign key (rule_id)
  references risk_rules (id);

create index risk_rule_events_rule on risk_rule_events (rule_id, id);

create trigger append_only before delete or update on risk_rule_events for each row execute function refuse_change();
create trigger never_emptied before truncate on risk_rule_events for each statement execute function refuse_change();

-- Payers, networks and cards that rules look up. An entry is never changed, only removed.
create table risk_entries (
  id bigint generated always as identity,
  list text not null check (list in ('blocked', 'trusted')),
  kind text not null check (kind in ('mobile', 'address', 'network', 'card', 'bin', 'country')),
  -- The keyed hash; of a BIN or country the text itself.
  key bytea not null,
  shown text not null,
  reason text not null,
  added_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  removed_at timestamptz,
  removed_by text,
  removed_reason text,
  primary key (id)
);

create index risk_entries_by_end on risk_entries (expires_at, id) where removed_at is null;
create index risk_entries_by_key on risk_entries (key) where removed_at is null;
create index risk_entries_by_time on risk_entries (created_at, id) where removed_at is null;
create index risk_entries_by_words on risk_entries using gin (search_key((reason || ' ') || added_by) gin_trgm_ops)
  where removed_at is null;
create unique index risk_entries_once on risk_entries (list, kind, key) where removed_at is null;
create index risk_entries_time on risk_entries (list, created_at, id) where removed_at is null;

-- Facts about each attempt when it started, for the risk rules. Values that identify a person or a card are stored as
-- keyed hashes and masked for display; rows are deleted after a time (server/src/risk).
create table risk_facts (
  merchant_id bigint not null,
  attempt_id bigint not null,
  transaction_id bigint not null,
  mode mode not null,
  payment_method smallint not null,
  charge_piastres bigint not null,
  created_at timestamptz not null,
  mobile_key bytea,
  mobile_shown text,
  address_key bytea,
  -- The network around it: the first 24 bits of IPv4, 48 of IPv6.
  network_key bytea,
  address_shown text,
  address_kind text check (address_kind in ('ipv4', 'ipv6')),
  country text check (country ~ '^[A-Z]{2}$'),
  bin text check (bin ~ '^[0-9]{6}$'),
  card_key bytea,
  outcome text not null default 'allow' check (outcome in ('trusted', 'allow', 'challenge', 'review', 'block')),
  primary key (merchant_id, attempt_id)
) with (fillfactor = 100);

create index risk_facts_address on risk_facts (mode, address_key, created_at, attempt_id)
  where address_key is not null;
create index risk_facts_bin on risk_facts (mode, bin, created_at, attempt_id) where bin is not null;
create index risk_facts_card on risk_facts (mode, card_key, created_at, attempt_id) where card_key is not null;
create index risk_facts_merchant on risk_facts (merchant_id, mode, created_at, attempt_id);
create index risk_facts_mobile on risk_facts (mode, mobile_key, created_at, attempt_id) where mobile_key is not null;
create index risk_facts_own_address on risk_facts (merchant_id, mode, address_key, created_at, attempt_id)
  where address_key is not null;
create index risk_facts_own_bin on risk_facts (merchant_id, mode, bin, created_at, attempt_id) where bin is not null;
create index risk_facts_own_card on risk_facts (merchant_id, mode, card_key, created_at, attempt_id)
  where card_key is not null;
create index risk_facts_own_mobile on risk_facts (merchant_id, mode, mobile_key, created_at, attempt_id)
  where mobile_key is not null;
create index risk_facts_time on risk_facts (created_at, attempt_id);

-- The rules that an attempt met.
create table risk_matches (
  merchant_id bigint not null,
  attempt_id bigint not null,
  rule_id bigint not null,
  version int not null,
  -- The rule's outcome; for a challenge that was impossible, its alternative.
  outcome text not null check (outcome in ('allow', 'challenge', 'review', 'block')),
  at timestamptz not null,
  primary key (merchant_id, attempt_id, rule_id)
);

create index risk_matches_rule on risk_matches (rule_id, at);
create index risk_matches_time on risk_matches (at);

-- Payments that an operator has to look at before their money is settled. `unpaid`: the payer has not paid yet.
create table risk_reviews (
  merchant_id bigint not null,
  transaction_id bigint not null,
  attempt_id bigint not null,
  mode mode not null,
  state text not null default 'unpaid' check (state in ('unpaid', 'waiting', 'approved', 'refused')),
  created_at timestamptz not null,
  -- When the money arrived.
  waiting_since timestamptz,
  decided_by text,
  decided_at timestamptz,
  reason text,
  -- Lists of the console are searched and sorted by index. A review stores payer and amount from its payment when it
  -- was paid.
  payer_key text collate "C" not null default '',
  charged_piastres bigint,
  -- Money that came although the merchant's monthly limit was reached: it waits for an operator like a payment that a
  -- rule of risk sends to review, and giving it to the merchant takes two.
  beyond_limit boolean not null default false,
  primary key (merchant_id, transaction_id),
  constraint risk_reviews_charged check (state = 'unpaid' or charged_piastres is not null),
  constraint risk_reviews_decided check ((state in ('approved', 'refused')) = (decided_by is not null and decided_at is
    not null and reason is not null))
);

create index risk_reviews_by_amount on risk_reviews (state, charged_piastres, transaction_id);
create index risk_reviews_by_time on risk_reviews (state, waiting_since, transaction_id);
create index risk_reviews_payer_search on risk_reviews using gin (payer_key gin_trgm_ops);
create index risk_reviews_state on risk_reviews (state, mode, waiting_since, transaction_id);

-- A run of a rule over past attempts, before it is switched on.
create table risk_dry_runs (
  id bigint generated always as identity,
  rule_id bigint not null,
  version int not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  since timestamptz not null,
  until timestamptz not null,
  asked_by text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Progress of the run.
  last_merchant_id bigint not null default 0,
  last_attempt_id bigint not null default 0,
  looked_at bigint not null default 0,
  met bigint not null default 0,
  met_piastres bigint not null default 0,
  -- Successful payments among those, and those with a chargeback among these.
  paid bigint not null default 0,
  paid_piastres bigint not null default 0,
  disputed bigint not null default 0,
  disputed_piastres bigint not null default 0,
  -- Since when facts are stored, because a dry run cannot examine earlier attempts. Null: of an earlier release, or
  -- there were none.
  facts_since timestamptz,
  primary key (id)
);

alter table risk_dry_runs add constraint risk_dry_runs_rule_id_fkey foreign key (rule_id) references risk_rules (id);

create index risk_dry_runs_rule on risk_dry_runs (rule_id, id);

-- The first attempts that a dry run found.
create table risk_dry_run_rows (
  run_id bigint not null,
  place int not null,
  merchant_id bigint not null,
  transaction_id bigint not null,
  charge_piastres bigint not null,
  created_at timestamptz not null,
  is_paid boolean not null,
  is_disputed boolean not null,
  primary key (run_id, place)
);

alter table risk_dry_run_rows add constraint risk_dry_run_rows_run_id_fkey foreign key (run_id)
  references risk_dry_runs (id) on delete cascade;

-- The list in effect, and the errors in a newer file.
create table screening_list (
  is_only boolean not null default true check (is_only),
  -- SHA-256 of the file that holds, and of the one that was read last.
  version text,
  tried_version text not null,
  entries jsonb not null default '[]',
  entry_count int not null default 0,
  accepted_at timestamptz,
  tried_at timestamptz not null,
  problems jsonb not null default '[]',
  primary key (is_only)
);

-- A name of a merchant that is like one of the list. Each pair is decided once.
create table screening_hits (
  merchant_id bigint not null,
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
  score int not null check (score between 1 and 100),
  found_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'true', 'false')),
  decided_by text,
  decided_at timestamptz,
  reason text not null default '',
  primary key (merchant_id, id),
  constraint screening_hits_once unique (merchant_id, name_key, source, listed_reference),
  constraint screening_hits_decided check ((state = 'open') = (decided_at is null) and (state = 'open') = (decided_by is
    null))
);

alter table screening_hits add constraint screening_hits_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

create index screening_hits_by_score on screening_hits (state, score, id);
create index screening_hits_by_state on screening_hits (state, id);
create index screening_hits_by_words on screening_hits using gin (search_key((((((name || ' ') || listed_name) || ' ')
  || listed_reference) || ' ') || source) gin_trgm_ops);
