-- The provider's own staff and their console: operators, their sessions, and what they need to find and to decide.

create table operators (
  id bigint generated always as identity primary key,
  email text not null unique,
  password_hash text not null,
  -- AES-256-GCM under a key derived from the server's secret
  totp_sealed bytea not null,
  -- the newest thirty seconds of which a code was accepted: none is accepted twice
  totp_step bigint not null default 0,
  role text not null check (role in ('reviewer', 'finance', 'admin')),
  created_at timestamptz not null,
  disabled_at timestamptz
);

-- Of the token only a hash. A session ends after a while of silence, and after a working day in any case.
create table operator_sessions (
  token_hash bytea primary key,
  operator_id bigint not null references operators,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index operator_sessions_of_operator on operator_sessions (operator_id) where ended_at is null;

-- Merchants, found and judged --------------------------------------------------------------------------------------

alter table merchants
  -- what the console searches: name, e-mail and mobile, Arabic forms folded
  add column search text collate "C" not null
    generated always as (search_key(business_name || ' ' || email || ' ' || mobile)) stored,
  -- when money is settled: the next working day, or that after a day of the week (0 Sunday) or of the month
  add column settlement_schedule text not null default 'daily'
    check (settlement_schedule in ('daily', 'weekly', 'monthly')),
  add column settlement_day smallint,
  -- nothing is settled while it is held
  add column settlement_held_at timestamptz,
  add column settlement_hold_reason text,
  add constraint merchants_settlement_day check (case settlement_schedule
    when 'daily' then settlement_day is null
    when 'weekly' then coalesce(settlement_day between 0 and 4, false)
    else coalesce(settlement_day between 1 and 28, false) end),
  add constraint merchants_settlement_hold check ((settlement_held_at is null) = (settlement_hold_reason is null));
create index merchants_by_created_at on merchants (created_at, id);
create index merchants_by_name on merchants (business_name, id);
create index merchants_by_status on merchants (status, created_at, id);
create index merchants_search on merchants using gin (search gin_trgm_ops);

-- Across merchants -------------------------------------------------------------------------------------------------

create index transactions_of_all on transactions (mode, created_at, id);
create index transactions_of_all_by_value on transactions (mode, value_piastres, id);
create index transactions_of_all_by_reference on transactions (reference);
create index transactions_of_all_payers on transactions
  using gin (search_key(customer_name || ' ' || customer_email || ' ' || customer_mobile) gin_trgm_ops);
create index chargebacks_of_all on chargebacks (mode, created_at, id);
create index chargebacks_of_all_by_due_at on chargebacks (mode, due_at, id);
create index chargebacks_of_all_by_reference on chargebacks (reference);
create index payouts_of_all on payouts (mode, created_at, id);
create index payouts_of_all_by_code on payouts (code);
create index settlements_of_all on settlements (mode, created_at, id);
create index settlements_of_all_by_reference on settlements (reference);

-- A settlement that went to the merchant's bank account, and the bank's name for it; never twice.
create table settlement_payments (
  merchant_id bigint not null,
  settlement_id bigint not null,
  bank_reference text not null check (bank_reference <> ''),
  paid_at timestamptz not null,
  primary key (merchant_id, settlement_id),
  foreign key (merchant_id, settlement_id) references settlements
);
create trigger settlement_payments_append_only before update or delete on settlement_payments
  for each row execute function refuse_change();
alter table ledger_transfers
  drop constraint ledger_transfer_kind_known,
  add constraint ledger_transfer_kind_known check (kind in (
    'capture', 'refund', 'settlement', 'settlement_paid', 'chargeback_opened', 'chargeback_applied', 'chargeback_won',
    'payout_requested', 'payout_handed_over', 'payout_returned', 'correction'));

create index messages_undelivered on messages (created_at, id) where state = 'failed';
create index audit_log_of_all on audit_log (at, id);
create index audit_log_by_actor on audit_log (actor, at, id);
create index audit_log_by_action on audit_log (action, at, id);
