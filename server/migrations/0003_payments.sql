-- Payment links, public pay tokens, attempts to pay, transactions with their timeline, and the figures kept as they
-- change. Money columns are integers in hundredths; `_piastres` means EGP, otherwise the row's own currency.
--
-- Lock order of everything here, so that no two transactions can wait for each other: payable (link, share of an
-- invoice, order) → payment_attempts → transactions → merchant_statistics and daily_method_counts → ledger.
--
-- Time is handed in by the caller (p_now): no rule below reads the machine's clock.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Public tokens -----------------------------------------------------------------------------------------------------

-- The one small table that leads from a public address (/pay/{token}) to a merchant and a payable.
create table pay_tokens (
  token text collate "C" primary key,
  merchant_id bigint not null references merchants,
  mode mode not null,
  -- 'payment-link', 'invoice' (one customer's share), 'order'
  kind text not null,
  payable_id bigint not null
);
create index pay_tokens_payable on pay_tokens (merchant_id, kind, payable_id);

-- Payment links -----------------------------------------------------------------------------------------------------

create table payment_links (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  -- LNK-…; upper case, compared byte by byte
  reference text collate "C" not null,
  -- the same token as in pay_tokens, to build the address without a join
  token text collate "C" not null,
  invoice_name text not null,
  -- what the name is sorted and searched by
  invoice_name_key text collate "C" not null generated always as (search_key(invoice_name)) stored,
  description text not null default '',
  notes text not null default '',
  currency char(3) not null check (currency in ('EGP', 'USD')),
  -- in hundredths of `currency`
  amount bigint not null check (amount between 1 and 999999999999),
  fixed_fees bigint not null default 0 check (fixed_fees >= 0),
  fees_bps integer not null default 0 check (fees_bps between 0 and 10000),
  fixed_tax bigint not null default 0 check (fixed_tax >= 0),
  tax_bps integer not null default 0 check (tax_bps between 0 and 10000),
  -- what these come to, each rounded once
  fees bigint not null default 0 check (fees >= 0),
  tax bigint not null default 0 check (tax >= 0),
  total bigint not null check (total between 1 and 999999999999),
  -- its worth in EGP when it was made, which is what a payer is charged, and the rate (EGP per unit × 1,000,000)
  value_piastres bigint not null check (value_piastres between 1 and 999999999999999),
  rate_scaled bigint not null default 1000000 check (rate_scaled > 0),
  -- ids of the contract; never empty: "all" is written out when the link is made
  payment_methods smallint[] not null check (cardinality(payment_methods) > 0),
  due_at timestamptz not null,
  -- 1 inactive, 2 active, 3 expired. As last written down: read it through link_status().
  status smallint not null default 2 check (status in (1, 2, 3)),
  max_payment_count integer not null default 1 check (max_payment_count between 1 and 1000000),
  -- payments that took one of the places
  paid_count integer not null default 0 check (paid_count >= 0),
  -- places held for payers who are paying right now
  held_count integer not null default 0 check (held_count >= 0),
  -- 1 Arabic, 2 English
  language smallint not null default 1 check (language in (1, 2)),
  notify_by_email boolean not null default false,
  notify_by_sms boolean not null default false,
  require_email boolean not null default false,
  require_name boolean not null default false,
  require_address boolean not null default false,
  require_phone boolean not null default false,
  business_account_id bigint,
  -- users.id
  created_by bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, created_by) references users,
  constraint payment_links_total_adds_up check (total = amount + fees + tax),
  constraint payment_links_one_kind_of_fees check (fixed_fees = 0 or fees_bps = 0),
  constraint payment_links_one_kind_of_tax check (fixed_tax = 0 or tax_bps = 0),
  constraint payment_links_places check (paid_count + held_count <= max_payment_count),
  constraint payment_links_full_is_not_active check (status <> 2 or paid_count < max_payment_count)
) with (fillfactor = 85);

-- One per column the list sorts by; ties break by id. The reference is unique, so it needs no id.
create unique index payment_links_reference on payment_links (merchant_id, mode, reference);
create index payment_links_by_id on payment_links (merchant_id, mode, id);
create index payment_links_by_created_at on payment_links (merchant_id, mode, created_at, id);
create index payment_links_by_name on payment_links (merchant_id, mode, invoice_name_key, id);
create index payment_links_by_total on payment_links (merchant_id, mode, total, id);
create index payment_links_by_value on payment_links (merchant_id, mode, value_piastres, id);
create index payment_links_by_due_at on payment_links (merchant_id, mode, due_at, id);
create index payment_links_by_status on payment_links (merchant_id, mode, status, id);
-- invoice_name filter: invoice_name_key like '%' || search_key(typed) || '%'
create index payment_links_name_search on payment_links using gin (merchant_id, invoice_name_key gin_trgm_ops);
-- Active links whose day may have come: per merchant before a read, over all merchants for the job.
create index payment_links_due on payment_links (merchant_id, mode, due_at) where status = 2;
create index payment_links_due_all on payment_links (due_at) where status = 2;

-- The status a reader sees: an active link past its due moment is expired, whether or not that was written down yet.
create function link_status(status smallint, due_at timestamptz, now timestamptz) returns smallint
  language sql immutable parallel safe
  return case when status = 2 and due_at <= now then 3::smallint else status end;

create function refuse_transition() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', constraint = tg_argv[0], table = tg_table_name,
    message = format('%s: this change of status is not legal', tg_table_name);
end $$;

-- Active may become inactive or expired; both are the end.
create trigger payment_links_transition before update of status on payment_links
  for each row when (old.status <> new.status and old.status <> 2)
  execute function refuse_transition('payment_links_legal_transition');

-- Attempts to pay ---------------------------------------------------------------------------------------------------

-- One payer's try. Of a card only brand and last four digits are ever here; of a one-time code only its hash.
create table payment_attempts (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  -- in the payer's address: /pay/{payable's token}/{this}
  token text collate "C" not null,
  payable_kind text not null,
  payable_id bigint not null,
  transaction_id bigint not null,
  payment_method smallint not null,
  state text not null default 'pending' check (state in
    ('pending', 'challenge', 'otp', 'awaiting', 'succeeded', 'failed', 'canceled', 'expired')),
  -- holds one of the payable's places, until hold_expires_at
  holds_place boolean not null default true,
  hold_expires_at timestamptz not null,
  -- succeeded and took one of the payable's places for good (late or partial money may not)
  counted boolean not null default false,
  -- when an unfinished attempt ends; a kiosk code outlives the hold
  expires_at timestamptz not null,
  processor text not null,
  -- the processor's own name for this payment; money is known by it
  processor_reference text,
  -- what the merchant asked for, in EGP
  value_piastres bigint not null check (value_piastres > 0),
  -- what the payer is charged, in EGP: the same, plus fee and VAT when the customer bears them
  charge_piastres bigint not null check (charge_piastres > 0),
  fee_piastres bigint not null check (fee_piastres >= 0),
  vat_piastres bigint not null check (vat_piastres >= 0),
  -- the terms they follow from, kept for an amount that arrives differently
  rate_bps integer not null,
  fixed_fee_piastres bigint not null,
  vat_bps integer not null,
  fees_on char(1) not null check (fees_on in ('M', 'C')),
  -- ar or en: the language the payer saw
  locale text not null check (locale in ('ar', 'en')),
  payer_name text not null default '',
  payer_email text not null default '',
  payer_mobile text not null default '',
  payer_address text not null default '',
  card_brand text,
  card_last4 char(4) check (card_last4 ~ '^[0-9]{4}$'),
  -- where the one-time code goes
  wallet_mobile text,
  otp_hash bytea,
  otp_tries smallint not null default 0,
  otp_sent_at timestamptz,
  otp_expires_at timestamptz,
  -- kiosk code or InstaPay address
  code text,
  failure_reason text,
  -- a random key of the form that was posted: the same form posted twice is one attempt
  submission_key text collate "C",
  -- more money for an order that was paid already (a kiosk code paid twice): the attempt it is a copy of
  duplicate_of bigint,
  -- the processor announced that the payer will dispute this payment; chargebacks pick it up
  dispute_announced boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  paid_at timestamptz,
  primary key (merchant_id, id),
  unique (merchant_id, token),
  constraint payment_attempts_processor_reference unique (merchant_id, processor, processor_reference),
  constraint payment_attempts_final_holds_nothing check (
    not holds_place or state in ('pending', 'challenge', 'otp', 'awaiting')),
  constraint payment_attempts_only_success_counts check (not counted or state = 'succeeded')
) with (fillfactor = 80);
create index payment_attempts_transaction on payment_attempts (merchant_id, transaction_id);
create index payment_attempts_holding on payment_attempts (merchant_id, payable_kind, payable_id, hold_expires_at)
  where holds_place;
create index payment_attempts_hold_ends on payment_attempts (hold_expires_at) where holds_place;
create index payment_attempts_ends on payment_attempts (expires_at)
  where state in ('pending', 'challenge', 'otp', 'awaiting');
create index payment_attempts_submission on payment_attempts (merchant_id, payable_kind, payable_id, submission_key)
  where submission_key is not null;
create index payment_attempts_counted on payment_attempts (merchant_id, payable_kind, payable_id) where counted;

-- Success is the end. What failed, was canceled or expired may still succeed: late money is booked, never dropped.
create trigger payment_attempts_transition before update of state on payment_attempts
  for each row when (old.state = 'succeeded' and new.state <> 'succeeded')
  execute function refuse_transition('payment_attempts_legal_transition');

-- Transactions ------------------------------------------------------------------------------------------------------

create table transactions (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  -- TRX-…; upper case
  reference text collate "C" not null,
  -- the processor's name for the payment, once it has one
  external_reference text,
  -- kiosk or InstaPay code that the payer was given; redeem code of a payout
  reference_code text,
  -- where it comes from: 'payment-link', 'invoice', 'order' or 'payout', with the id that the portal shows
  source_kind text not null,
  source_id bigint,
  source_name text not null default '',
  source_reference text,
  -- id of the contract; null for a payout
  payment_method smallint,
  -- 0 pending, 1 success, 2 failed, 3 refunded, 4 canceled, 5 expired
  status smallint not null default 0 check (status between 0 and 5),
  currency char(3) not null,
  -- the payable's amount before its own fees and tax, and the total asked for; hundredths of `currency`
  subtotal bigint not null check (subtotal >= 0),
  total bigint not null check (total > 0),
  -- the total in EGP: what a capture is about and what can be refunded
  value_piastres bigint not null check (value_piastres > 0),
  rate_scaled bigint not null default 1000000,
  -- what the payer paid (or would have), in EGP; more than the value when the customer bears the fee
  charged_piastres bigint not null check (charged_piastres > 0),
  fee_piastres bigint not null default 0 check (fee_piastres >= 0),
  vat_piastres bigint not null default 0 check (vat_piastres >= 0),
  -- what is the merchant's (to be settled): charged − fee − VAT; below zero when the fee is larger than the payment
  net_piastres bigint not null,
  -- M merchant, C customer
  fees_on char(1) not null default 'M' check (fees_on in ('M', 'C')),
  refunded_piastres bigint not null default 0,
  -- 1 settled, 2 unsettled, 3 pending
  settlement_status smallint not null default 2 check (settlement_status in (1, 2, 3)),
  settlement_reference text,
  -- the day the money is expected in the merchant's bank; null until captured
  expected_settlement_on date,
  flags text[] not null default '{}' check (flags <@ array['late', 'duplicate', 'over', 'partial']),
  is_payout boolean not null default false,
  customer_name text not null default '',
  customer_email text not null default '',
  customer_mobile text not null default '',
  customer_address text not null default '',
  card_brand text,
  card_last4 char(4) check (card_last4 ~ '^[0-9]{4}$'),
  failure_reason text,
  created_at timestamptz not null,
  paid_at timestamptz,
  -- when receipt and notification were promised, so that a job run twice promises them once
  announced_at timestamptz,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  constraint transactions_method_known check (is_payout or payment_method is not null),
  constraint transactions_net_adds_up check (is_payout or net_piastres = charged_piastres - fee_piastres - vat_piastres),
  constraint transactions_refund_covered check (refunded_piastres between 0 and value_piastres),
  constraint transactions_refunded_whole check (status <> 3 or refunded_piastres = value_piastres)
) with (fillfactor = 85);

-- One per column the list sorts by; ties break by id.
-- reference filter: reference like upper(typed) || '%' or like 'TRX-' || upper(typed) || '%'
create unique index transactions_reference on transactions (merchant_id, mode, reference);
create index transactions_by_id on transactions (merchant_id, mode, id);
create index transactions_by_created_at on transactions (merchant_id, mode, created_at, id);
-- sorts and filters by search_key(external_reference) collate "C" (like search_key(typed) || '%')
create index transactions_by_external_reference
  on transactions (merchant_id, mode, (search_key(external_reference) collate "C"), id);
create index transactions_by_total on transactions (merchant_id, mode, total, id);
create index transactions_by_status on transactions (merchant_id, mode, status, id);
create index transactions_by_method on transactions (merchant_id, mode, payment_method, id);
-- the transactions of one link, invoice or order
create index transactions_by_source on transactions (merchant_id, source_kind, source_id, id);
create index transactions_to_settle on transactions (merchant_id, mode, expected_settlement_on, id)
  where settlement_status <> 1 and expected_settlement_on is not null;

-- 0 → 1, 2, 4, 5 and 1 → 3; what failed, was canceled or expired becomes a success only as late money.
create trigger transactions_transition before update of status on transactions
  for each row when (
    old.status <> new.status
    and not (old.status = 0 and new.status in (1, 2, 4, 5))
    and not (old.status = 1 and new.status = 3)
    and not (old.status in (2, 4, 5) and new.status = 1 and 'late' = any (new.flags) and not new.is_payout))
  execute function refuse_transition('transactions_legal_transition');

alter table payment_attempts add constraint payment_attempts_of_a_transaction
  foreign key (merchant_id, transaction_id) references transactions (merchant_id, id);

-- The timeline of a transaction: append-only.
create table transaction_events (
  merchant_id bigint not null,
  transaction_id bigint not null,
  id bigint generated always as identity,
  -- created, succeeded, failed, canceled, expired, refunded, settled …
  kind text not null,
  at timestamptz not null,
  -- where the event moved money
  amount_piastres bigint,
  -- a reference or a reason (key of the catalogue) that a person understands
  detail text,
  primary key (merchant_id, transaction_id, id)
);
create trigger transaction_events_append_only before update or delete on transaction_events
  for each row execute function refuse_change();

-- Figures kept as they change ---------------------------------------------------------------------------------------

-- One row per merchant and mode; never one that merchants share. Link figures are kept by the trigger below; the
-- others by the nouns they belong to.
create table merchant_statistics (
  merchant_id bigint not null,
  mode mode not null,
  total_links bigint not null default 0,
  active_links bigint not null default 0,
  expired_links bigint not null default 0,
  total_invoices bigint not null default 0,
  paid_invoices bigint not null default 0,
  unpaid_invoices bigint not null default 0,
  primary key (merchant_id, mode)
) with (fillfactor = 50);

-- Successful payments (refunded ones stay counted) by the Cairo day the transaction was created on, so that the chart
-- adds up to what the list shows for the same dates.
create table daily_method_counts (
  merchant_id bigint not null,
  mode mode not null,
  day date not null,
  payment_method smallint not null,
  count bigint not null,
  primary key (merchant_id, mode, day, payment_method)
) with (fillfactor = 50);

create function keep_link_statistics() returns trigger language plpgsql as $$
begin
  insert into merchant_statistics as s (merchant_id, mode, total_links, active_links, expired_links)
  values (
    new.merchant_id, new.mode,
    case when tg_op = 'INSERT' then 1 else 0 end,
    (new.status = 2)::int - case when tg_op = 'UPDATE' then (old.status = 2)::int else 0 end,
    (new.status = 3)::int - case when tg_op = 'UPDATE' then (old.status = 3)::int else 0 end)
  on conflict (merchant_id, mode) do update set
    total_links = s.total_links + excluded.total_links,
    active_links = s.active_links + excluded.active_links,
    expired_links = s.expired_links + excluded.expired_links;
  return null;
end $$;
create trigger keep_statistics_of_new after insert on payment_links
  for each row execute function keep_link_statistics();
create trigger keep_statistics after update of status on payment_links
  for each row when (old.status <> new.status) execute function keep_link_statistics();

create function keep_method_counts() returns trigger language plpgsql as $$
begin
  insert into daily_method_counts as c (merchant_id, mode, day, payment_method, count)
  values (new.merchant_id, new.mode, (new.created_at at time zone 'Africa/Cairo')::date, new.payment_method, 1)
  on conflict (merchant_id, mode, day, payment_method) do update set count = c.count + 1;
  return null;
end $$;
create trigger keep_counts_of_new after insert on transactions
  for each row when (new.status in (1, 3) and not new.is_payout) execute function keep_method_counts();
create trigger keep_counts after update of status on transactions
  for each row when (old.status <> 1 and new.status = 1 and not new.is_payout) execute function keep_method_counts();

-- Writes down the expiry of links whose due moment has passed, oldest first, and returns how many. For one merchant
-- and mode before its list or dashboard is read (one index probe when nothing is due), or over all (null) for the job.
-- A link that somebody is changing right now is left for the next round: readers go by link_status().
create function expire_links(p_now timestamptz, p_merchant_id bigint default null, p_mode mode default null,
                             p_limit integer default 500) returns integer
language plpgsql as $$
declare
  v_count integer;
begin
  if p_merchant_id is null then
    with due as (
      select merchant_id, id from payment_links
       where status = 2 and due_at <= p_now order by due_at limit p_limit for no key update skip locked
    )
    update payment_links l set status = 3, updated_at = p_now
      from due where l.merchant_id = due.merchant_id and l.id = due.id;
  else
    with due as (
      select merchant_id, id from payment_links
       where merchant_id = p_merchant_id and mode = p_mode and status = 2 and due_at <= p_now
       order by due_at limit p_limit for no key update skip locked
    )
    update payment_links l set status = 3, updated_at = p_now
      from due where l.merchant_id = due.merchant_id and l.id = due.id;
  end if;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

-- Payables ----------------------------------------------------------------------------------------------------------

-- Each kind of payable brings two functions, named after it (dashes as underscores); other kinds are added by the
-- migration of their noun.
--   payable_<kind>_lock(merchant_id, id, now) → text: locks the payable's row for this transaction and says whether it
--     takes payments: 'open'; 'full' (every place is paid for); 'closed' (expired, inactive, canceled or gone).
--   payable_<kind>_settle(merchant_id, id, held, paid, now) → boolean: ends one try. `held`: it held a place, which is
--     given back or used up. `paid`: it brought the money; true when that took one of the places, false when none was
--     left.

create function payable_payment_link_lock(p_merchant_id bigint, p_id bigint, p_now timestamptz) returns text
language plpgsql as $$
declare
  v record;
begin
  select l.status, l.due_at, l.paid_count, l.max_payment_count into v
    from payment_links l where l.merchant_id = p_merchant_id and l.id = p_id for no key update;
  return case
    when v.paid_count >= v.max_payment_count then 'full'
    when v.status = 2 and v.due_at > p_now then 'open'
    else 'closed' end;
end $$;

create function payable_payment_link_settle(p_merchant_id bigint, p_id bigint, p_held boolean, p_paid boolean,
                                            p_now timestamptz) returns boolean
language plpgsql as $$
begin
  if p_paid then
    update payment_links l set
        paid_count = l.paid_count + 1,
        held_count = l.held_count - p_held::int,
        status = case
          when l.status <> 2 or l.paid_count + 1 < l.max_payment_count then l.status
          when l.due_at <= p_now then 3
          else 1 end,
        updated_at = p_now
      where l.merchant_id = p_merchant_id and l.id = p_id
        and (p_held or l.paid_count + l.held_count < l.max_payment_count);
    return found;
  end if;
  if p_held then
    update payment_links l set held_count = l.held_count - 1
      where l.merchant_id = p_merchant_id and l.id = p_id;
  end if;
  return false;
end $$;

create function payable_lock(p_kind text, p_merchant_id bigint, p_id bigint, p_now timestamptz) returns text
language plpgsql as $$
declare
  v_answer text;
begin
  if p_kind = 'payment-link' then
    return payable_payment_link_lock(p_merchant_id, p_id, p_now);
  end if;
  execute format('select %I($1, $2, $3)', 'payable_' || replace(p_kind, '-', '_') || '_lock')
    into v_answer using p_merchant_id, p_id, p_now;
  return v_answer;
end $$;

create function payable_settle(p_kind text, p_merchant_id bigint, p_id bigint, p_held boolean, p_paid boolean,
                               p_now timestamptz) returns boolean
language plpgsql as $$
declare
  v_answer boolean;
begin
  if p_kind = 'payment-link' then
    return payable_payment_link_settle(p_merchant_id, p_id, p_held, p_paid, p_now);
  end if;
  execute format('select %I($1, $2, $3, $4, $5)', 'payable_' || replace(p_kind, '-', '_') || '_settle')
    into v_answer using p_merchant_id, p_id, p_held, p_paid, p_now;
  return v_answer;
end $$;

-- Outcomes ----------------------------------------------------------------------------------------------------------

-- Writes the outcome of an attempt, whole and once: payable, attempt, transaction, statistics, timeline, ledger and
-- the job that follows. The only door through which a payment succeeds. One call is one transaction, or a part of one.
--
--   p_outcome: 'succeeded', 'failed', 'canceled', or 'expired', which is judged here by p_now: the attempt ends, or
--     only its hold does, or it is too early for either.
--   p_received_piastres: what arrived, when the processor says; null is what was charged.
--   p_expected_on: the day the money is expected in the bank (succeeded only).
--
-- result: 'applied'; 'released' (only the hold ended); 'already' (it had succeeded before, nothing done); 'ignored'
-- (a failure or expiry of what is over, or too early); 'not-found'.
--
-- Money is never dropped: for an attempt that is over or a payable that is closed it is booked with the flag 'late';
-- when no place is left, or the order was paid before, 'duplicate'; another amount than was charged, 'over' or 'partial' (a part takes no place).
create function attempt_outcome(
  p_merchant_id bigint,
  p_attempt_id bigint,
  p_outcome text,
  p_now timestamptz,
  p_expected_on date default null,
  p_received_piastres bigint default null,
  p_processor_reference text default null,
  p_failure text default null,
  p_dispute boolean default false,
  out result text,
  out state text,
  out transaction_id bigint
) returns record
language plpgsql
-- plans kept by a session from when the tables were small would go on scanning them
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  a payment_attempts%rowtype;
  v_payable text;
  v_over boolean;
  v_counted boolean;
  v_flags text[] := '{}';
  v_received bigint;
  v_fee bigint;
  v_vat bigint;
  v_value bigint;
  v_reference text;
  v_status smallint;
begin
  select * into a from payment_attempts x where x.merchant_id = p_merchant_id and x.id = p_attempt_id;
  if not found then
    attempt_outcome.result := 'not-found';
    return;
  end if;
  attempt_outcome.transaction_id := a.transaction_id;
  if a.state <> 'succeeded' then
    -- Whoever changes what follows holds the payable's lock, so it is read again behind it.
    v_payable := payable_lock(a.payable_kind, p_merchant_id, a.payable_id, p_now);
    select x.state, x.holds_place, x.hold_expires_at, x.expires_at
      into a.state, a.holds_place, a.hold_expires_at, a.expires_at
      from payment_attempts x where x.merchant_id = p_merchant_id and x.id = p_attempt_id;
  end if;
  attempt_outcome.state := a.state;
  v_over := a.state in ('failed', 'canceled', 'expired');

  if p_outcome <> 'succeeded' then
    if v_over or a.state = 'succeeded' then
      attempt_outcome.result := 'ignored';
      return;
    end if;
    if p_outcome = 'expired' and a.expires_at > p_now then
      if not a.holds_place or a.hold_expires_at > p_now then
        attempt_outcome.result := 'ignored';
        return;
      end if;
      perform payable_settle(a.payable_kind, p_merchant_id, a.payable_id, true, false, p_now);
      update payment_attempts x set holds_place = false, updated_at = p_now
        where x.merchant_id = p_merchant_id and x.id = p_attempt_id;
      attempt_outcome.result := 'released';
      return;
    end if;
    v_status := case p_outcome when 'failed' then 2 when 'canceled' then 4 when 'expired' then 5 end;
    perform payable_settle(a.payable_kind, p_merchant_id, a.payable_id, a.holds_place, false, p_now);
    update payment_attempts x set
        state = p_outcome, holds_place = false, failure_reason = coalesce(p_failure, p_outcome),
        otp_hash = null, updated_at = p_now
      where x.merchant_id = p_merchant_id and x.id = p_attempt_id;
    update transactions t set status = v_status, failure_reason = coalesce(p_failure, p_outcome), updated_at = p_now
      where t.merchant_id = p_merchant_id and t.id = a.transaction_id;
    insert into transaction_events (merchant_id, transaction_id, kind, at, detail)
      values (p_merchant_id, a.transaction_id, p_outcome, p_now, p_failure);
    attempt_outcome.result := 'applied';
    attempt_outcome.state := p_outcome;
    return;
  end if;

  if a.state = 'succeeded' then
    attempt_outcome.result := 'already';
    return;
  end if;

  v_received := coalesce(p_received_piastres, a.charge_piastres);
  v_fee := a.fee_piastres;
  v_vat := a.vat_piastres;
  v_value := a.value_piastres;
  if v_received <> a.charge_piastres then
    v_flags := v_flags || case when v_received > a.charge_piastres then 'over' else 'partial' end;
    v_fee := round(v_received::numeric * a.rate_bps / 10000) + a.fixed_fee_piastres;
    v_vat := round(v_fee::numeric * a.vat_bps / 10000);
    v_value := case a.fees_on when 'M' then v_received else greatest(v_received - v_fee - v_vat, 1) end;
  end if;

  v_counted := payable_settle(a.payable_kind, p_merchant_id, a.payable_id, a.holds_place,
                              v_received >= a.charge_piastres and a.duplicate_of is null, p_now);
  if v_over or a.expires_at <= p_now or v_payable = 'closed' then
    v_flags := v_flags || 'late'::text;
  end if;
  if not v_counted and v_received >= a.charge_piastres then
    v_flags := v_flags || 'duplicate'::text;
  end if;

  update payment_attempts x set
      state = 'succeeded', holds_place = false, counted = v_counted, failure_reason = null, otp_hash = null,
      processor_reference = coalesce(p_processor_reference, x.processor_reference),
      dispute_announced = p_dispute, paid_at = p_now, updated_at = p_now
    where x.merchant_id = p_merchant_id and x.id = p_attempt_id;

  update transactions t set
      status = 1, flags = v_flags, failure_reason = null,
      external_reference = coalesce(p_processor_reference, t.external_reference),
      charged_piastres = v_received, fee_piastres = v_fee, vat_piastres = v_vat,
      net_piastres = v_received - v_fee - v_vat, value_piastres = v_value,
      total = case
        when v_value = a.value_piastres then t.total
        else greatest(1, round(v_value::numeric * 1000000 / t.rate_scaled)) end,
      expected_settlement_on = p_expected_on, paid_at = p_now, updated_at = p_now
    where t.merchant_id = p_merchant_id and t.id = a.transaction_id
    returning t.reference into v_reference;

  insert into transaction_events (merchant_id, transaction_id, kind, at, amount_piastres, detail)
    values (p_merchant_id, a.transaction_id, 'succeeded', p_now, v_received, nullif(array_to_string(v_flags, ','), ''));

  perform graphile_worker.add_job('payment-succeeded',
    json_build_object('merchantId', p_merchant_id, 'transactionId', a.transaction_id));

  -- Last, because it holds the merchant's ledger until the transaction ends.
  perform ledger_post(p_merchant_id, a.mode, 'capture', v_reference, 'capture:' || a.transaction_id, p_now,
    array['clearing', 'pending', 'fees', 'vat']::ledger_account_kind[],
    array['EGP', 'EGP', 'EGP', 'EGP']::char(3)[],
    array[-v_received, v_received - v_fee - v_vat, v_fee, v_vat]);

  attempt_outcome.result := 'applied';
  attempt_outcome.state := 'succeeded';
end $$;

-- Takes one of a link's places for somebody who starts to pay. Places of tries whose time is up are given back first.
-- Returns 'held', or why not: 'not-found', 'expired', 'inactive', 'paid' (its only place is), 'exhausted' (all its
-- places are), 'busy' (others are paying right now).
create function link_hold_place(p_merchant_id bigint, p_mode mode, p_id bigint, p_now timestamptz) returns text
language plpgsql
set enable_seqscan = off
as $$
declare
  l payment_links%rowtype;
  v_attempt bigint;
begin
  select * into l from payment_links x
    where x.merchant_id = p_merchant_id and x.mode = p_mode and x.id = p_id for no key update;
  if not found then
    return 'not-found';
  end if;
  if l.paid_count >= l.max_payment_count then
    return case when l.max_payment_count = 1 then 'paid' else 'exhausted' end;
  end if;
  if l.status = 1 then
    return 'inactive';
  end if;
  if link_status(l.status, l.due_at, p_now) = 3 then
    update payment_links x set status = 3, updated_at = p_now
      where x.merchant_id = p_merchant_id and x.id = p_id and x.status = 2;
    return 'expired';
  end if;
  if l.paid_count + l.held_count >= l.max_payment_count then
    for v_attempt in
      select x.id from payment_attempts x
       where x.merchant_id = p_merchant_id and x.payable_kind = 'payment-link' and x.payable_id = p_id
         and x.holds_place and x.hold_expires_at <= p_now order by x.id
    loop
      perform attempt_outcome(p_merchant_id, v_attempt, 'expired', p_now);
    end loop;
  end if;
  update payment_links x set held_count = x.held_count + 1
    where x.merchant_id = p_merchant_id and x.id = p_id and x.paid_count + x.held_count < x.max_payment_count;
  return case when found then 'held' else 'busy' end;
end $$;

-- Sandbox processor -------------------------------------------------------------------------------------------------

-- What the sandbox, playing the outside party, remembers of the payments it was asked for; nothing else reads it.
create table sandbox_payments (
  merchant_id bigint not null,
  -- our name for the payment, as a processor sees it
  order_id text collate "C" not null,
  payment_method smallint not null,
  state text not null check (state in ('challenge', 'otp', 'awaiting', 'succeeded', 'failed', 'canceled')),
  amount_piastres bigint not null,
  reference text not null,
  failure_reason text,
  disputes boolean not null default false,
  refunded_piastres bigint not null default 0 check (refunded_piastres between 0 and amount_piastres),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, order_id)
);

-- A refund asked for twice is given once.
create table sandbox_refunds (
  merchant_id bigint not null,
  order_id text collate "C" not null,
  refund_key text collate "C" not null,
  amount_piastres bigint not null check (amount_piastres > 0),
  created_at timestamptz not null,
  primary key (merchant_id, order_id, refund_key),
  foreign key (merchant_id, order_id) references sandbox_payments
);
