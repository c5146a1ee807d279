-- What leads money away from a payment, or on to its merchant: refunds, payouts, settlements and chargebacks. Columns
-- in `_piastres` are EGP.
--
-- Lock order, after that of 0003_payments.sql: transactions → the row of the noun → ledger. Whoever takes money out of
-- a payment locks its transaction first, so what is left of it is never promised twice.

alter table transactions
  -- asked to be given back, and not given back yet
  add column refunding_piastres bigint not null default 0 check (refunding_piastres >= 0),
  -- held or taken by a dispute; zero again when that is withdrawn
  add column disputed_piastres bigint not null default 0 check (disputed_piastres >= 0),
  -- what has left the merchant's `pending` balance again before this payment was settled, by refund or dispute
  add column pending_out_piastres bigint not null default 0 check (pending_out_piastres >= 0),
  -- nothing is given back, promised back and disputed twice
  add constraint transactions_out_covered
    check (refunded_piastres + refunding_piastres + disputed_piastres <= value_piastres);

-- Refunds -----------------------------------------------------------------------------------------------------------

-- Written before the processor is asked (pending), so that a process that dies in between is followed up by a job.
create table refunds (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  transaction_id bigint not null,
  amount_piastres bigint not null check (amount_piastres > 0),
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed', 'canceled')),
  reason text not null default '',
  -- the processor gives back once per key, however often it is asked
  refund_key text collate "C" not null,
  processor text not null,
  order_id text collate "C" not null,
  -- the processor's name for the money, where it named one
  payment_reference text,
  -- where the money of a kiosk payment goes
  account_name text not null default '',
  bank_name text not null default '',
  iban text not null default '',
  -- users.id
  requested_by bigint not null,
  failure_reason text,
  created_at timestamptz not null,
  -- when the processor was last asked
  tried_at timestamptz,
  finished_at timestamptz,
  primary key (merchant_id, id),
  unique (merchant_id, refund_key),
  foreign key (merchant_id, transaction_id) references transactions,
  foreign key (merchant_id, requested_by) references users,
  constraint refunds_finished check ((state = 'pending') = (finished_at is null))
);
create index refunds_of_transaction on refunds (merchant_id, transaction_id, id);
create index refunds_waiting on refunds (created_at) where state = 'pending';
create trigger refunds_transition before update of state on refunds
  for each row when (old.state <> new.state and old.state <> 'pending')
  execute function refuse_transition('refunds_legal_transition');

-- The AmanCard flow: an inquiry opens a session of one person for one payment and one number; of the code only a hash.
create table refund_sessions (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  user_id bigint not null,
  transaction_id bigint not null,
  account text not null,
  -- what the inquiry offered at most
  max_piastres bigint not null check (max_piastres > 0),
  otp_hash bytea,
  otp_tries smallint not null default 0,
  otp_sent_at timestamptz,
  otp_expires_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, transaction_id) references transactions
);
create index refund_sessions_newest on refund_sessions (merchant_id, mode, user_id, id desc);
create index refund_sessions_old on refund_sessions (created_at);

-- Payouts -----------------------------------------------------------------------------------------------------------

create table payouts (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  -- PAY-…: what the merchant redeems it with
  code text collate "C" not null,
  transaction_id bigint not null,
  amount_piastres bigint not null check (amount_piastres > 0),
  state text not null default 'requested' check (state in ('requested', 'handed-over', 'expired', 'returned')),
  reason text not null default '',
  -- users.id
  requested_by bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  finished_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, transaction_id) references transactions,
  foreign key (merchant_id, requested_by) references users,
  constraint payouts_finished check ((state = 'requested') = (finished_at is null))
);
create unique index payouts_code on payouts (merchant_id, mode, code);
create index payouts_by_id on payouts (merchant_id, mode, id);
create index payouts_by_created_at on payouts (merchant_id, mode, created_at, id);
create index payouts_by_amount on payouts (merchant_id, mode, amount_piastres, id);
create index payouts_by_state on payouts (merchant_id, mode, state, id);
create index payouts_due on payouts (expires_at) where state = 'requested';
create trigger payouts_transition before update of state on payouts
  for each row when (old.state <> new.state and old.state <> 'requested')
  execute function refuse_transition('payouts_legal_transition');

-- Settlements -------------------------------------------------------------------------------------------------------

create table settlements (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  -- STL-…
  reference text collate "C" not null,
  amount_piastres bigint not null check (amount_piastres > 0),
  total_transactions integer not null check (total_transactions > 0),
  created_at timestamptz not null,
  primary key (merchant_id, id)
);
create unique index settlements_reference on settlements (merchant_id, mode, reference);
create index settlements_by_id on settlements (merchant_id, mode, id);
create index settlements_by_created_at on settlements (merchant_id, mode, created_at, id);
create index settlements_by_amount on settlements (merchant_id, mode, amount_piastres, id);
create index settlements_by_transactions on settlements (merchant_id, mode, total_transactions, id);

-- The lines of a statement, as they were on its day.
create table settlement_items (
  merchant_id bigint not null,
  settlement_id bigint not null,
  transaction_id bigint not null,
  charged_piastres bigint not null,
  fee_piastres bigint not null,
  vat_piastres bigint not null,
  -- given back or disputed before
  out_piastres bigint not null,
  amount_piastres bigint not null,
  primary key (merchant_id, settlement_id, transaction_id),
  -- a payment is settled once
  unique (merchant_id, transaction_id),
  foreign key (merchant_id, settlement_id) references settlements,
  foreign key (merchant_id, transaction_id) references transactions,
  constraint settlement_items_add_up check (
    amount_piastres = charged_piastres - fee_piastres - vat_piastres - out_piastres)
);
create trigger settlements_append_only before update or delete on settlements
  for each row execute function refuse_change();
create trigger settlement_items_append_only before update or delete on settlement_items
  for each row execute function refuse_change();

-- Settles what is due of one merchant and mode up to a day, as one batch: statement, transactions, timeline, ledger.
-- Run twice, or by two servers at once, the second finds nothing: it waits for the rows that the first has locked and
-- then sees them settled. A batch that comes to nothing or less (refunds of settled days are not in it, but fees of
-- refunded payments are) stays for the next one. Returns null then, and when nothing is due.
create function settle_due(p_merchant_id bigint, p_mode mode, p_until date, p_reference text, p_now timestamptz,
                           p_limit integer default 50000) returns bigint
language plpgsql
set enable_seqscan = off
as $$
declare
  v_ids bigint[];
  v_amount bigint;
  v_settlement bigint;
begin
  select array_agg(d.id) into v_ids from (
    select t.id from transactions t
     where t.merchant_id = p_merchant_id and t.mode = p_mode and t.settlement_status <> 1
       and t.expected_settlement_on is not null and t.expected_settlement_on <= p_until and t.status in (1, 3)
     order by t.expected_settlement_on, t.id limit p_limit for no key update) d;
  if v_ids is null then
    return null;
  end if;
  select sum(t.net_piastres - t.pending_out_piastres) into v_amount
    from transactions t where t.merchant_id = p_merchant_id and t.id = any (v_ids);
  if v_amount <= 0 then
    return null;
  end if;
  insert into settlements (merchant_id, mode, reference, amount_piastres, total_transactions, created_at)
    values (p_merchant_id, p_mode, p_reference, v_amount, cardinality(v_ids), p_now)
    returning id into v_settlement;
  insert into settlement_items (merchant_id, settlement_id, transaction_id, charged_piastres, fee_piastres, vat_piastres,
                                out_piastres, amount_piastres)
  select p_merchant_id, v_settlement, t.id, t.charged_piastres, t.fee_piastres, t.vat_piastres, t.pending_out_piastres,
         t.net_piastres - t.pending_out_piastres
    from transactions t where t.merchant_id = p_merchant_id and t.id = any (v_ids);
  insert into transaction_events (merchant_id, transaction_id, kind, at, amount_piastres, detail)
  select p_merchant_id, i.transaction_id, 'settled', p_now, i.amount_piastres, p_reference
    from settlement_items i where i.merchant_id = p_merchant_id and i.settlement_id = v_settlement
   order by i.transaction_id;
  update transactions t set settlement_status = 1, settlement_reference = p_reference, updated_at = p_now
   where t.merchant_id = p_merchant_id and t.id = any (v_ids);
  perform ledger_post(p_merchant_id, p_mode, 'settlement', p_reference, 'settlement:' || v_settlement, p_now,
    array['pending', 'available']::ledger_account_kind[], array['EGP', 'EGP']::char(3)[], array[-v_amount, v_amount]);
  return v_settlement;
end $$;

-- Chargebacks -------------------------------------------------------------------------------------------------------

create table chargebacks (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  -- CHB-…
  reference text collate "C" not null,
  transaction_id bigint not null,
  transaction_reference text collate "C" not null,
  -- the payer's
  name text not null default '',
  name_key text collate "C" not null generated always as (search_key(name)) stored,
  amount_piastres bigint not null check (amount_piastres > 0),
  -- 0 pending, 1 applied, 2 withdrawn
  status smallint not null default 0 check (status in (0, 1, 2)),
  reason text not null default '',
  -- where the held amount came from: not settled yet, or settled
  held_from text not null check (held_from in ('pending', 'available')),
  due_at timestamptz not null,
  answer text not null default '',
  answered_at timestamptz,
  -- users.id
  answered_by bigint,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, transaction_id) references transactions,
  constraint chargebacks_decided check ((status = 0) = (decided_at is null))
);
-- One dispute of a payment at a time; another only when the one before was withdrawn.
create unique index chargebacks_of_transaction on chargebacks (merchant_id, transaction_id) where status <> 2;
create index chargebacks_by_transaction on chargebacks (merchant_id, transaction_id, id);
create unique index chargebacks_reference on chargebacks (merchant_id, mode, reference);
create index chargebacks_by_id on chargebacks (merchant_id, mode, id);
create index chargebacks_by_created_at on chargebacks (merchant_id, mode, created_at, id);
create index chargebacks_by_name on chargebacks (merchant_id, mode, name_key, id);
create index chargebacks_by_status on chargebacks (merchant_id, mode, status, id);
create index chargebacks_by_transaction_reference on chargebacks (merchant_id, mode, transaction_reference, id);
create index chargebacks_by_amount on chargebacks (merchant_id, mode, amount_piastres, id);
create index chargebacks_by_due_at on chargebacks (merchant_id, mode, due_at, id);
create index chargebacks_name_search on chargebacks using gin (merchant_id, name_key gin_trgm_ops);
create trigger chargebacks_transition before update of status on chargebacks
  for each row when (old.status <> new.status and old.status <> 0)
  execute function refuse_transition('chargebacks_legal_transition');

-- Disputes that a processor announced with the payment; few, and each looked at by a job until it is opened.
create index payment_attempts_disputed on payment_attempts (merchant_id, transaction_id) where dispute_announced;
