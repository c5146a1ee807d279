-- Written before the processor is asked (pending), so that a process that dies in between is followed up by a job.
create table refunds (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  transaction_id bigint not null,
  amount_piastres bigint not null check (amount_piastres > 0),
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed', 'canceled', 'reversed')),
  reason text not null default '',
  -- the processor gives back once per key, however often it is asked
  refund_key text collate "C" not null,
  processor text not null,
  order_id text collate "C" not null,
  -- the processor's name for the money, where it named one
  payment_reference text,
  -- destination of a kiosk payment's money
  account_name text not null default '',
  bank_name text not null default '',
  iban text not null default '',
  -- users.id
  requested_by bigint,
  failure_reason text,
  created_at timestamptz not null,
  -- when the processor was last asked
  tried_at timestamptz,
  finished_at timestamptz,
  -- The result of a request; at most one.
  approval_id bigint,
  -- Null: the sandbox.
  processor_account_id bigint,
  -- The processor's id of it.
  processor_refund_id text collate "C",
  -- Taken back before the bank had booked the payment, or refunded.
  way text check (way in ('refund', 'void')),
  -- For an operator: it is unknown whether an earlier request made it, or the provider has to transfer the money. Such
  -- a refund is not requested again.
  for_operator text check (for_operator in ('ambiguous', 'transfer', 'disputed')),
  -- The processor's words, for an operator.
  explanation text,
  reversed_at timestamptz,
  -- The console lists the refunds of all merchants and finds them by payer and method: these facts of a payment never
  -- change, so a refund stores them for its own indexes.
  payer_key text collate "C" not null default '',
  payment_method smallint,
  merchant_reference text,
  merchant_reference_unique boolean not null default false,
  metadata jsonb not null default '{}',
  primary key (merchant_id, id),
  constraint refunds_merchant_id_refund_key_key unique (merchant_id, refund_key),
  constraint refunds_finished check ((state = 'pending') = (finished_at is null)),
  constraint refunds_reversed check ((state = 'reversed') = (reversed_at is not null))
);

alter table refunds add constraint refunds_merchant_id_approval_id_fkey foreign key (merchant_id, approval_id)
  references approvals (merchant_id, id);
alter table refunds add constraint refunds_merchant_id_fkey foreign key (merchant_id) references merchants (id);
alter table refunds add constraint refunds_merchant_id_requested_by_fkey foreign key (merchant_id, requested_by)
  references users (merchant_id, id);
alter table refunds add constraint refunds_merchant_id_transaction_id_fkey foreign key (merchant_id, transaction_id)
  references transactions (merchant_id, id);

create unique index refunds_approval on refunds (merchant_id, approval_id) where approval_id is not null;
create index refunds_by_change on refunds (merchant_id, mode, greatest(created_at, finished_at, reversed_at), id);
create index refunds_by_id on refunds (merchant_id, mode, id);
create index refunds_by_key on refunds (refund_key);
-- Found by the merchant's own number, and by its own values. Of rows that asked to be alone with their number, each
-- has one: all others differ by their id.
create unique index refunds_by_merchant_reference on refunds (merchant_id, mode, merchant_reference, ( case when
  merchant_reference_unique then 0::bigint else id end)) where merchant_reference is not null;
create index refunds_by_metadata on refunds using gin (merchant_id, metadata jsonb_path_ops) where metadata <> '{}';
-- Settlement files name refunds by the processor's id, or by ours.
create index refunds_of_account on refunds (processor_account_id, processor_refund_id)
  where processor_account_id is not null;
-- Sort and search orders of the console's list of refunds.
create index refunds_of_all on refunds (mode, created_at, id);
create index refunds_of_all_by_amount on refunds (mode, amount_piastres, id);
create index refunds_of_all_by_method on refunds (mode, payment_method, created_at, id);
create index refunds_of_all_by_state on refunds (mode, state, created_at, id);
create index refunds_of_merchant on refunds (merchant_id, mode, created_at, id);
create index refunds_of_merchant_by_amount on refunds (merchant_id, mode, amount_piastres, id);
create index refunds_of_transaction on refunds (merchant_id, transaction_id, id);
-- A refund that a processor reports twice is one refund.
create unique index refunds_once_at_processor on refunds (merchant_id, processor_account_id, processor_refund_id)
  where processor_refund_id is not null and processor_account_id is not null;
create index refunds_payer_search on refunds using gin (payer_key gin_trgm_ops);
create index refunds_waiting on refunds (created_at) where state = 'pending';

create trigger customer_is_refunded after insert on refunds
  for each row execute function customer_events_follow_payment('refund');
create trigger keep_totals_of_new after insert on refunds for each row execute function keep_refund_totals();
create trigger refund_says_who_paid before insert on refunds for each row execute function refund_says_who_paid();
create trigger refunds_transition before update of state on refunds
  for each row when (old.state <> new.state and old.state <> 'pending' and not (old.state = 'succeeded' and new.state
    = 'reversed') and not (old.state = 'failed' and new.state = 'pending')) execute function
    refuse_transition('refunds_legal_transition');

-- The AmanCard flow: an inquiry opens a session of one person for one payment and one number; of the code only a hash.
create table refund_sessions (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  user_id bigint not null,
  transaction_id bigint not null,
  account text not null,
  -- the maximum offered by the inquiry
  max_piastres bigint not null check (max_piastres > 0),
  otp_hash bytea,
  otp_tries smallint not null default 0,
  otp_sent_at timestamptz,
  otp_expires_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (merchant_id, id)
);

alter table refund_sessions add constraint refund_sessions_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);
alter table refund_sessions add constraint refund_sessions_merchant_id_transaction_id_fkey foreign key (merchant_id,
  transaction_id) references transactions (merchant_id, id);

create index refund_sessions_newest on refund_sessions (merchant_id, mode, user_id, id desc);
create index refund_sessions_old on refund_sessions (created_at);
