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
    message = format('%s: status %s cannot become %s', tg_table_name, old.status, new.status);
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
create index payment_attempts_counted on payment_attempts (merchant_id, payable_kind, payable_id) where counted;

-- Success is the end. What failed, was canceled or expired may still succeed: late money is booked, never dropped.
create trigger payment_attempts_transition before update of state on payment_attempts
  for each row when (old.state = 'succeeded' and new.state <> 'succeeded')
  execute function refuse_change();

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
