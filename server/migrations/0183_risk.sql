-- What was known of each attempt when it started, for the rules of risk. What identifies a person or a card is a keyed hash
-- and what may be shown of it; rows are deleted after a time (server/src/risk).
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
) with (fillfactor = 90);
create index risk_facts_mobile on risk_facts (mode, mobile_key, created_at, attempt_id) where mobile_key is not null;
create index risk_facts_own_mobile on risk_facts (merchant_id, mode, mobile_key, created_at, attempt_id)
  where mobile_key is not null;
create index risk_facts_address on risk_facts (mode, address_key, created_at, attempt_id) where address_key is not null;
create index risk_facts_own_address on risk_facts (merchant_id, mode, address_key, created_at, attempt_id)
  where address_key is not null;
create index risk_facts_card on risk_facts (mode, card_key, created_at, attempt_id) where card_key is not null;
create index risk_facts_own_card on risk_facts (merchant_id, mode, card_key, created_at, attempt_id)
  where card_key is not null;
create index risk_facts_bin on risk_facts (mode, bin, created_at, attempt_id) where bin is not null;
create index risk_facts_own_bin on risk_facts (merchant_id, mode, bin, created_at, attempt_id) where bin is not null;
create index risk_facts_merchant on risk_facts (merchant_id, mode, created_at, attempt_id);
create index risk_facts_time on risk_facts (created_at, attempt_id);

-- A rule: where it applies, one condition, and what becomes of an attempt that meets it.
create table risk_rules (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  mode mode not null,
  -- Null: of all merchants, by all methods.
  merchant_id bigint references merchants (id),
  payment_method smallint,
  condition text not null check (condition in ('count', 'sum', 'amount', 'declines', 'first', 'listed')),
  by_fact text check (by_fact in ('mobile', 'address', 'card', 'bin', 'merchant', 'country')),
  times integer check (times between 1 and 1000),
  amount_piastres bigint check (amount_piastres > 0),
  window_minutes integer check (window_minutes between 1 and 43200),
  outcome text not null check (outcome in ('allow', 'challenge', 'review', 'block')),
  -- What becomes of an attempt whose payer cannot be challenged.
  otherwise text check (otherwise in ('allow', 'review', 'block')),
  -- Grows with each change of what the rule does.
  version integer not null default 1,
  is_on boolean not null default false,
  switched_by text,
  switched_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint risk_rules_complete check (
    case condition
      when 'count' then by_fact in ('mobile', 'address', 'card', 'bin', 'merchant') and times is not null and window_minutes is not null
      when 'sum' then by_fact in ('mobile', 'address', 'card', 'bin') and amount_piastres is not null and window_minutes is not null
      when 'amount' then amount_piastres is not null
      when 'declines' then by_fact in ('mobile', 'address', 'card') and times between 1 and 20 and window_minutes is not null
      when 'first' then amount_piastres is not null
      when 'listed' then by_fact in ('mobile', 'address', 'card', 'bin', 'country')
    end and (outcome <> 'challenge' or otherwise is not null))
);
create index risk_rules_on on risk_rules (mode, id) where is_on;

-- What operators did to a rule.
create table risk_rule_events (
  id bigint generated always as identity primary key,
  rule_id bigint not null references risk_rules (id),
  at timestamptz not null,
  actor text not null,
  kind text not null check (kind in ('created', 'changed', 'on', 'off')),
  version integer not null,
  reason text not null default '',
  -- The rule as it was then.
  definition jsonb not null
);
create index risk_rule_events_rule on risk_rule_events (rule_id, id);
create trigger append_only before update or delete on risk_rule_events for each row execute function refuse_change();
create trigger never_emptied before truncate on risk_rule_events for each statement execute function refuse_change();

-- Payers, networks and cards that rules look up. An entry is never changed, only removed.
create table risk_entries (
  id bigint generated always as identity primary key,
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
  removed_reason text
);
create unique index risk_entries_once on risk_entries (list, kind, key) where removed_at is null;
create index risk_entries_time on risk_entries (list, created_at, id) where removed_at is null;

-- The rules that an attempt met.
create table risk_matches (
  merchant_id bigint not null,
  attempt_id bigint not null,
  rule_id bigint not null,
  version integer not null,
  -- As the rule had it; of a challenge that could not be made, what was done instead.
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
  -- When the money came.
  waiting_since timestamptz,
  decided_by text,
  decided_at timestamptz,
  reason text,
  primary key (merchant_id, transaction_id),
  constraint risk_reviews_decided check (
    (state in ('approved', 'refused')) = (decided_by is not null and decided_at is not null and reason is not null))
);
create index risk_reviews_state on risk_reviews (state, mode, waiting_since, transaction_id);

-- A rule over what happened before it is switched on.
create table risk_dry_runs (
  id bigint generated always as identity primary key,
  rule_id bigint not null references risk_rules (id),
  version integer not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  since timestamptz not null,
  until timestamptz not null,
  asked_by text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- How far it has come.
  last_merchant_id bigint not null default 0,
  last_attempt_id bigint not null default 0,
  looked_at bigint not null default 0,
  met bigint not null default 0,
  met_piastres bigint not null default 0,
  -- Of those, the payments that succeeded, and of these the ones with a chargeback.
  paid bigint not null default 0,
  paid_piastres bigint not null default 0,
  disputed bigint not null default 0,
  disputed_piastres bigint not null default 0
);
create index risk_dry_runs_rule on risk_dry_runs (rule_id, id);

-- The first attempts that a dry run found.
create table risk_dry_run_rows (
  run_id bigint not null references risk_dry_runs (id) on delete cascade,
  place integer not null,
  merchant_id bigint not null,
  transaction_id bigint not null,
  charge_piastres bigint not null,
  created_at timestamptz not null,
  is_paid boolean not null,
  is_disputed boolean not null,
  primary key (run_id, place)
);

-- The attempts with the same mobile, network, card or BIN, or at the same merchant, newest first. Live, all that are stored
-- count: two at once are told apart by a lock, not by their times. Otherwise only those before this one.
create function risk_before(f risk_facts, p_by text, p_own boolean, p_since timestamptz, p_live boolean, p_limit integer)
  returns table (merchant_id bigint, attempt_id bigint, charge_piastres bigint, outcome text, created_at timestamptz)
  language plpgsql stable
  set enable_seqscan to off
as $$
#variable_conflict use_column
declare
  v_until timestamptz := case when p_live then 'infinity' else f.created_at end;
  v_last bigint := f.attempt_id;
begin
  if p_by = 'mobile' then
    if f.mobile_key is null then
      return;
    elsif p_own then
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from risk_facts x
         where x.merchant_id = f.merchant_id and x.mode = f.mode and x.mobile_key = f.mobile_key and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    else
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from risk_facts x
         where x.mode = f.mode and x.mobile_key = f.mobile_key and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    end if;
  elsif p_by = 'address' then
    if f.address_key is null then
      return;
    elsif p_own then
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from risk_facts x
         where x.merchant_id = f.merchant_id and x.mode = f.mode and x.address_key = f.address_key and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    else
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from risk_facts x
         where x.mode = f.mode and x.address_key = f.address_key and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    end if;
  elsif p_by = 'card' then
    if f.card_key is null then
      return;
    elsif p_own then
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from risk_facts x
         where x.merchant_id = f.merchant_id and x.mode = f.mode and x.card_key = f.card_key and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    else
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from risk_facts x
         where x.mode = f.mode and x.card_key = f.card_key and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    end if;
  elsif p_by = 'bin' then
    if f.bin is null then
      return;
    elsif p_own then
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from risk_facts x
         where x.merchant_id = f.merchant_id and x.mode = f.mode and x.bin = f.bin and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    else
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from risk_facts x
         where x.mode = f.mode and x.bin = f.bin and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    end if;
  elsif p_by = 'merchant' then
    return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from risk_facts x
         where x.merchant_id = f.merchant_id and x.mode = f.mode and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
  end if;
end $$;

-- Whether something of an attempt is on a list, by the given kinds. @returns the entry
create function risk_listed(f risk_facts, p_list text, p_kinds text[]) returns bigint
  language sql stable
  set enable_seqscan to off
as $$
  select e.id
    from (values ('mobile', f.mobile_key), ('address', f.address_key), ('network', f.network_key), ('card', f.card_key),
                 ('bin', convert_to(f.bin, 'UTF8')), ('country', convert_to(f.country, 'UTF8'))) k (kind, key)
    join risk_entries e on e.list = p_list and e.kind = k.kind and e.key = k.key
   where k.kind = any (p_kinds) and k.key is not null and e.removed_at is null
     and (e.expires_at is null or e.expires_at > f.created_at)
   limit 1
$$;

-- Whether an attempt meets a rule. The only place where rules are evaluated: for an attempt that starts (`p_live`), and for
-- one of the past, of which only what was before it counts.
create function risk_rule_matches(r risk_rules, f risk_facts, p_live boolean) returns boolean
  language plpgsql stable
  set enable_seqscan to off
as $$
declare
  v_since timestamptz := case when r.window_minutes is null then '-infinity'
                              else f.created_at - make_interval(mins => r.window_minutes) end;
  v_own boolean := r.merchant_id is not null;
  v_number bigint;
  v_failed bigint;
begin
  if r.mode <> f.mode or r.merchant_id <> f.merchant_id or r.payment_method <> f.payment_method then
    return false;
  end if;
  case r.condition
    when 'amount' then
      return f.charge_piastres > r.amount_piastres;
    when 'listed' then
      return risk_listed(f, 'blocked', case r.by_fact when 'address' then array['address', 'network']
                                                      else array[r.by_fact] end) is not null;
    when 'count' then
      select count(*) into v_number from risk_before(f, r.by_fact, v_own, v_since, p_live, r.times);
      return v_number >= r.times;
    when 'sum' then
      select sum(b.charge_piastres) into v_number from risk_before(f, r.by_fact, v_own, v_since, p_live, 1000) b;
      return coalesce(v_number, 0) + f.charge_piastres > r.amount_piastres
             and case r.by_fact when 'mobile' then f.mobile_key is not null when 'address' then f.address_key is not null
                                when 'card' then f.card_key is not null else f.bin is not null end;
    when 'declines' then
      select count(*), count(*) filter (where e.state = 'failed') into v_number, v_failed
        from (select a.state
                from risk_before(f, r.by_fact, v_own, v_since, p_live, 200) b
                join payment_attempts a on a.merchant_id = b.merchant_id and a.id = b.attempt_id
               where b.outcome <> 'block' and a.state in ('succeeded', 'failed')
                 and a.failure_reason is distinct from 'processing_error'
               order by b.created_at desc, b.attempt_id desc limit r.times) e;
      return v_number = r.times and v_failed = r.times;
    when 'first' then
      return f.charge_piastres > r.amount_piastres and not exists (
        select from risk_before(f, 'mobile', v_own, '-infinity', p_live, 1000) b
          join payment_attempts a on a.merchant_id = b.merchant_id and a.id = b.attempt_id
         where a.state = 'succeeded');
  end case;
end $$;

-- Keeps what is known of an attempt that starts, and says what the rules that are on make of it. Called in the transaction
-- that writes the attempt. @returns trusted, allow, challenge, review or block
create function risk_judge(p_merchant_id bigint, p_attempt_id bigint, p_mobile_key bytea, p_mobile_shown text,
                           p_address_key bytea, p_network_key bytea, p_address_shown text, p_address_kind text,
                           p_country text, p_bin text, p_card_key bytea, p_can_challenge boolean)
  returns text
  language plpgsql
  set enable_seqscan to off
as $$
declare
  f risk_facts%rowtype;
  r risk_rules%rowtype;
  v_ranks constant text[] := array['allow', 'challenge', 'review', 'block'];
  v_rank integer := 1;
  v_effect text;
begin
  select a.merchant_id, a.id, a.transaction_id, a.mode, a.payment_method, a.charge_piastres, a.created_at,
         p_mobile_key, p_mobile_shown, p_address_key, p_network_key, p_address_shown, p_address_kind, p_country, p_bin,
         p_card_key, 'allow'
    into f
    from payment_attempts a where a.merchant_id = p_merchant_id and a.id = p_attempt_id;
  -- Two attempts of one payer at once: the second waits here until the first is stored, and counts it.
  perform pg_advisory_xact_lock(l.key)
    from (select distinct hashtextextended('risk ' || f.mode || ' ' || u.by_fact || ' ' ||
                   case u.by_fact when 'mobile' then encode(f.mobile_key, 'hex') when 'address' then encode(f.address_key, 'hex')
                     when 'card' then encode(f.card_key, 'hex') when 'bin' then f.bin
                     when 'merchant' then f.merchant_id::text end, 0) as key
            from risk_rules u
           where u.is_on and u.mode = f.mode and u.condition in ('count', 'sum')
             and (u.merchant_id is null or u.merchant_id = f.merchant_id)
             and (u.payment_method is null or u.payment_method = f.payment_method)
           order by 1) l
   where l.key is not null;
  for r in select x.* from risk_rules x where x.is_on and x.mode = f.mode order by x.id loop
    if risk_rule_matches(r, f, true) then
      v_effect := case when r.outcome = 'challenge' and not p_can_challenge then r.otherwise else r.outcome end;
      insert into risk_matches (merchant_id, attempt_id, rule_id, version, outcome, at)
        values (f.merchant_id, f.attempt_id, r.id, r.version, v_effect, f.created_at);
      v_rank := greatest(v_rank, array_position(v_ranks, v_effect));
    end if;
  end loop;
  f.outcome := v_ranks[v_rank];
  if v_rank > 1 and risk_listed(f, 'trusted', array['mobile', 'address', 'network', 'card', 'bin', 'country']) is not null then
    f.outcome := 'trusted';
  end if;
  insert into risk_facts select f.*;
  if f.outcome = 'review' then
    insert into risk_reviews (merchant_id, transaction_id, attempt_id, mode, created_at)
      values (f.merchant_id, f.transaction_id, f.attempt_id, f.mode, f.created_at);
  end if;
  return f.outcome;
end $$;

-- Adds what the processor says of the card once it was used on its page. The money is there or on its way, so whatever
-- the rules about cards want, the payment is reviewed. @returns whether it is
create function risk_card_known(p_merchant_id bigint, p_attempt_id bigint, p_bin text, p_card_key bytea, p_country text)
  returns boolean
  language plpgsql
  set enable_seqscan to off
as $$
declare
  f risk_facts%rowtype;
  r risk_rules%rowtype;
  v_review boolean := false;
  v_effect text;
begin
  update risk_facts x set bin = coalesce(x.bin, p_bin), card_key = coalesce(x.card_key, p_card_key),
                          country = coalesce(p_country, x.country)
   where x.merchant_id = p_merchant_id and x.attempt_id = p_attempt_id and (x.bin is null and x.card_key is null)
   returning * into f;
  if not found then
    return false;
  end if;
  for r in select x.* from risk_rules x
            where x.is_on and x.mode = f.mode and x.by_fact in ('card', 'bin', 'country') order by x.id loop
    if risk_rule_matches(r, f, true) then
      v_effect := case when r.outcome = 'allow' then 'allow' else 'review' end;
      insert into risk_matches (merchant_id, attempt_id, rule_id, version, outcome, at)
        values (f.merchant_id, f.attempt_id, r.id, r.version, v_effect, f.created_at) on conflict do nothing;
      v_review := v_review or v_effect = 'review';
    end if;
  end loop;
  if not v_review or f.outcome in ('trusted', 'review', 'block')
     or risk_listed(f, 'trusted', array['mobile', 'address', 'network', 'card', 'bin', 'country']) is not null then
    return false;
  end if;
  update risk_facts x set outcome = 'review' where x.merchant_id = p_merchant_id and x.attempt_id = p_attempt_id;
  insert into risk_reviews (merchant_id, transaction_id, attempt_id, mode, created_at)
    values (f.merchant_id, f.transaction_id, f.attempt_id, f.mode, f.created_at) on conflict do nothing;
  return true;
end $$;

-- Money that comes for a payment under review is captured like any other, and is due on no day until an operator has decided.
-- What is left of a refused one is due once it was refunded.
create function risk_review_holds() returns trigger
  language plpgsql
  set enable_seqscan to off
as $$
declare
  v_state text;
begin
  select x.state into v_state from risk_reviews x where x.merchant_id = new.merchant_id and x.transaction_id = new.id;
  if not found then
    return new;
  end if;
  if new.status = 1 and v_state in ('unpaid', 'waiting') then
    new.expected_settlement_on := null;
    update risk_reviews x set state = 'waiting', waiting_since = coalesce(x.waiting_since, new.paid_at, new.updated_at)
     where x.merchant_id = new.merchant_id and x.transaction_id = new.id and x.state = 'unpaid';
  elsif new.status = 3 and v_state = 'refused' and new.expected_settlement_on is null then
    new.expected_settlement_on := (new.updated_at at time zone 'Africa/Cairo')::date + 1;
  end if;
  return new;
end $$;
create trigger risk_review_holds before update of status on transactions for each row
  when (new.status is distinct from old.status and new.status in (1, 3)) execute function risk_review_holds();
