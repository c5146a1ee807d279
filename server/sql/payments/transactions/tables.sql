create table transactions (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  -- TRX-…; upper case
  reference text collate "C" not null,
  -- the processor's name for the payment, once it has one
  external_reference text,
  -- kiosk or InstaPay code that the payer was given; redeem code of a payout
  reference_code text,
  -- source: 'payment-link', 'invoice', 'order' or 'payout', with the id that the portal shows
  source_kind text not null,
  source_id bigint,
  source_name text not null default '',
  source_reference text,
  -- id of the contract; null for a payout
  payment_method smallint,
  -- 0 pending, 1 success, 2 failed, 3 refunded, 4 canceled, 5 expired
  status smallint not null default 0,
  currency char(3) not null,
  -- the payable's amount before its own fees and tax, and the total asked for; hundredths of `currency`
  subtotal bigint not null,
  total bigint not null,
  -- the total in EGP: the captured and refundable amount
  value_piastres bigint not null,
  rate_scaled bigint not null default 1000000,
  -- the amount charged to the payer (or to be charged), in EGP; more than the value if the customer bears the fee
  charged_piastres bigint not null,
  fee_piastres bigint not null default 0,
  vat_piastres bigint not null default 0,
  -- the merchant's part (to be settled): charged − fee − VAT; below zero when the fee is larger than the payment
  net_piastres bigint not null,
  -- M merchant, C customer
  fees_on char(1) not null default 'M',
  refunded_piastres bigint not null default 0,
  -- 1 settled, 2 unsettled, 3 pending
  settlement_status smallint not null default 2,
  settlement_reference text,
  -- the day the money is expected in the merchant's bank; null until captured
  expected_settlement_on date,
  flags text[] not null default '{}',
  is_payout boolean not null default false,
  customer_name text not null default '',
  customer_email text not null default '',
  customer_mobile text not null default '',
  customer_address text not null default '',
  card_brand text,
  card_last4 char(4),
  failure_reason text,
  created_at timestamptz not null,
  paid_at timestamptz,
  -- when receipt and notification were queued, so that a repeated job queues them once
  announced_at timestamptz,
  updated_at timestamptz not null,
  -- asked to be given back, and not given back yet
  refunding_piastres bigint not null default 0,
  -- held or taken by a dispute; zero again when that is withdrawn
  disputed_piastres bigint not null default 0,
  -- amount that left the merchant's `pending` balance again before this payment was settled, by refund or dispute
  pending_out_piastres bigint not null default 0,
  primary key (merchant_id, id)
) with (fillfactor = 85);

alter table transactions add constraint transactions_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

create index transactions_by_created_at on transactions (merchant_id, mode, created_at, id) include (status,
  payment_method, value_piastres);
-- Indexes that hold the search key as an expression are built with the key of 1110, under new names.
create index transactions_by_external_key on transactions (merchant_id, mode, search_key(external_reference) collate
  "C", id);
create index transactions_by_id on transactions (merchant_id, mode, id);
create index transactions_by_method on transactions (merchant_id, mode, payment_method, id);
create index transactions_by_payer on transactions using gin (merchant_id, search_key((((customer_name || ' ') ||
  customer_email) || ' ') || customer_mobile) gin_trgm_ops);
-- the transactions of one link, invoice or order
create index transactions_by_source on transactions (merchant_id, source_kind, source_id, created_at, id);
create index transactions_by_status on transactions (merchant_id, mode, status, id) include (payment_method,
  created_at, value_piastres);
-- Changes since the last request of a merchant's software, in order.
create index transactions_by_updated_at on transactions (merchant_id, mode, updated_at, id);
create index transactions_by_value on transactions (merchant_id, mode, value_piastres, id) include (status,
  payment_method, created_at);
create index transactions_of_all on transactions (mode, created_at, id);
-- The console lists the payments of one method across merchants.
create index transactions_of_all_by_method on transactions (mode, payment_method, created_at, id);
create index transactions_of_all_by_reference on transactions (reference);
create index transactions_of_all_by_value on transactions (mode, value_piastres, id);
-- One per column the list sorts by; ties break by id. reference filter: reference like upper(typed) || '%' or like
-- 'TRX-' || upper(typed) || '%'
create unique index transactions_reference on transactions (merchant_id, mode, reference);
-- The payments behind a bar of refunds, which are few among all.
create index transactions_refunded on transactions (merchant_id, mode, created_at, id) where refunded_piastres > 0;
create index transactions_to_settle on transactions (merchant_id, mode, expected_settlement_on, id)
  where settlement_status <> 1 and expected_settlement_on is not null;
create index transactions_unusual_by_created_at on transactions (merchant_id, mode, status, created_at, id) include
  (payment_method, value_piastres) where status <> 1;
create index transactions_unusual_by_external_key on transactions (merchant_id, mode, status,
  search_key(external_reference) collate "C", id) where status <> 1;
create index transactions_unusual_by_method on transactions (merchant_id, mode, status, payment_method, id)
  where status <> 1;

create trigger figures_hold after insert or update of payment_method, status, subtotal, total, value_piastres,
  charged_piastres, fee_piastres, vat_piastres, net_piastres, fees_on, refunded_piastres, settlement_status, flags,
  is_payout, card_last4, refunding_piastres, disputed_piastres, pending_out_piastres on transactions for each row
  execute function transactions_figures();
alter table transactions enable always trigger figures_hold;
-- A settlement changes up to 50,000 payments of few days in one statement.
create trigger keep_settlements_due after update on transactions referencing old table as old_rows new table as
  new_rows for each statement execute function keep_settlements_due();
create trigger keep_settlements_due_of_new after insert on transactions
  for each row when (new.settlement_status <> 1 and new.expected_settlement_on is not null and (new.status in (1, 3)))
    execute function keep_settlements_due_of_new();
create trigger risk_review_holds before update of status on transactions
  for each row execute function risk_review_holds();
create trigger transactions_follow after update of status, refunded_piastres, value_piastres on transactions
  for each row execute function transactions_follow();
create trigger transactions_follow_new after insert on transactions
  for each row when (new.status <> 0) execute function transactions_follow();
-- 0 → 1, 2, 4, 5 and 1 → 3; a failed, canceled or expired one becomes a success only by late money.
create trigger transactions_transition before update of status on transactions
  for each row execute function transactions_move_legally();

-- The timeline of a transaction: append-only.
create table transaction_events (
  merchant_id bigint not null,
  transaction_id bigint not null,
  id bigint generated always as identity,
  -- created, succeeded, failed, canceled, expired, refunded, settled …
  kind text not null,
  at timestamptz not null,
  -- amount, if the event moved money
  amount_piastres bigint,
  -- a reference or a reason (key of the catalogue) for display
  detail text,
  primary key (merchant_id, transaction_id, id)
);

create trigger never_emptied before truncate on transaction_events
  for each statement execute function refuse_change();
create trigger transaction_events_append_only before delete or update on transaction_events
  for each row execute function refuse_change();

-- EGP per unit × 1,000,000; the newest row in effect counts.
create table exchange_rates (
  currency char(3) not null,
  effective_from timestamptz not null,
  rate_scaled bigint not null check (rate_scaled > 0),
  primary key (currency, effective_from)
);

-- The rate until the provider enters another.
insert into exchange_rates (currency, effective_from, rate_scaled) values ('USD', '2026-01-01', 48500000);

-- Successful payments (including refunded ones) by the Cairo day on which the transaction was created, so that the
-- chart agrees with the list for the same dates.
create table daily_method_counts (
  merchant_id bigint not null,
  mode mode not null,
  day date not null,
  payment_method smallint not null,
  count bigint not null,
  primary key (merchant_id, mode, day, payment_method)
) with (fillfactor = 50);
