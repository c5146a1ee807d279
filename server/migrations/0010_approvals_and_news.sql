-- Money that leaves with two people's consent, and news that reaches people at once. Columns in `_piastres` are EGP.

-- Maker-checker -----------------------------------------------------------------------------------------------------

alter table merchant_settings
  -- every payout, and refunds that bring a payment's total above the amount, wait for a second person
  add column needs_approval boolean not null default false,
  add column approval_refund_above_piastres bigint not null default 0 check (approval_refund_above_piastres >= 0);

-- A request holds no money: what there is to give is judged when it is approved, behind the locks of that moment.
-- Lock order: transactions → approvals → ledger.
create table approvals (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  kind text not null check (kind in ('refund', 'payout')),
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined', 'withdrawn', 'expired')),
  amount_piastres bigint not null check (amount_piastres > 0),
  -- the payment to be given back
  transaction_id bigint,
  -- in the words of whoever asked
  reason text not null default '',
  account_name text not null default '',
  bank_name text not null default '',
  iban text not null default '',
  -- users.id
  requested_by bigint not null,
  decided_by bigint,
  -- why it was declined
  decline_reason text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, transaction_id) references transactions,
  foreign key (merchant_id, requested_by) references users,
  foreign key (merchant_id, decided_by) references users,
  constraint approvals_of_a_payment check ((kind = 'refund') = (transaction_id is not null)),
  constraint approvals_decided check ((state = 'waiting') = (decided_at is null)),
  -- Nobody decides what they asked for themselves; only they take it back; time alone ends the rest.
  constraint approvals_by_another check (case state
    when 'approved' then decided_by is not null and decided_by <> requested_by
    when 'declined' then decided_by is not null and decided_by <> requested_by
    when 'withdrawn' then decided_by is not null and decided_by = requested_by
    else decided_by is null end)
);
create index approvals_by_id on approvals (merchant_id, mode, id);
create index approvals_by_created_at on approvals (merchant_id, mode, created_at, id);
create index approvals_by_amount on approvals (merchant_id, mode, amount_piastres, id);
create index approvals_of_transaction on approvals (merchant_id, transaction_id, id) where transaction_id is not null;
create index approvals_waiting on approvals (expires_at) where state = 'waiting';
create trigger approvals_transition before update of state on approvals
  for each row when (old.state <> new.state and old.state <> 'waiting')
  execute function refuse_transition('approvals_legal_transition');

-- What came of a request; at most once.
alter table refunds add column approval_id bigint,
  add foreign key (merchant_id, approval_id) references approvals;
create unique index refunds_approval on refunds (merchant_id, approval_id) where approval_id is not null;
alter table payouts add column approval_id bigint,
  add foreign key (merchant_id, approval_id) references approvals;
create unique index payouts_approval on payouts (merchant_id, approval_id) where approval_id is not null;

-- News --------------------------------------------------------------------------------------------------------------

-- Whether a person wants what the bell says by e-mail as well.
alter table users add column receive_notifications boolean not null default true;

alter table notifications
  -- users.id: for this person alone; for everybody but this person
  add column only_user_id bigint,
  add column except_user_id bigint;

-- Every server process hears of a notification when it is committed, whoever wrote it.
create function notification_announce() returns trigger language plpgsql as $$
begin
  perform pg_notify('daftar_news', json_build_object(
    'merchantId', new.merchant_id, 'mode', new.mode, 'id', new.id, 'kind', new.kind,
    'only', new.only_user_id, 'except', new.except_user_id)::text);
  return null;
end $$;
create trigger notifications_announce after insert on notifications
  for each row execute function notification_announce();
