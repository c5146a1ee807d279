create table processor_accounts (
  id bigint generated always as identity,
  -- In the address of its notifications; chooses the secret that authenticates them.
  token text collate "C" not null check (length(token) >= 20),
  adapter text not null,
  mode mode not null,
  -- Null: the provider's own, for every merchant.
  merchant_id bigint,
  name text not null check (name <> ''),
  methods smallint[] not null check (cardinality(methods) > 0),
  currencies text[] not null check (cardinality(currencies) > 0),
  base_url text not null,
  -- Credentials that may be shown; secret ones are sealed.
  credentials jsonb not null default '{}',
  sealed_credentials bytea not null,
  sealed_notification_secret bytea not null,
  -- The one before a rotation goes on authenticating notifications until then.
  sealed_former_secret bytea,
  former_secret_until timestamptz,
  -- The lowest number is tried first; a merchant's own account goes before the provider's.
  priority smallint not null default 100,
  state text not null check (state in ('on', 'off')),
  -- Goes up with every change, so that processes notice one.
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (id),
  constraint processor_accounts_token_key unique (token)
);

alter table processor_accounts add constraint processor_accounts_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

create index processor_accounts_route on processor_accounts (mode, merchant_id) where state = 'on';

create trigger processor_accounts_stay before delete on processor_accounts
  for each row execute function processor_accounts_stay();

-- Every id that a processor gave, for good.
create table processor_ids (
  merchant_id bigint not null,
  attempt_id bigint not null,
  -- 0: the sandbox.
  account_id bigint not null,
  kind text collate "C" not null,
  value text collate "C" not null check (value <> '' and length(value) <= 500),
  at timestamptz not null,
  primary key (account_id, kind, value)
);

alter table processor_ids add constraint processor_ids_merchant_id_attempt_id_fkey foreign key (merchant_id,
  attempt_id) references payment_attempts (merchant_id, id);

-- Of an order that may be paid twice under one reference, the first payment named by its processor is stored once.
create unique index processor_ids_first_payment on processor_ids (merchant_id, attempt_id) where kind = 'payment';
create index processor_ids_of_attempt on processor_ids (merchant_id, attempt_id, at);

create trigger processor_ids_stay before delete or update on processor_ids
  for each row execute function processor_ids_stay();

-- Notifications from processors; stored before they are processed.
create table processor_notifications (
  id bigint generated always as identity,
  -- 0: the sandbox.
  account_id bigint not null,
  -- The sender's own id of it; the same one twice is one notification.
  sender_id text collate "C",
  -- `received` waits to be processed; `forged` was not authenticated; `not-understood` was, and cannot be read;
  -- `unmatched` is about no payment of ours; `failed` could not be processed.
  state text not null check (state in ('received', 'processed', 'forged', 'not-understood', 'unmatched', 'failed')),
  method text not null,
  query jsonb not null,
  headers jsonb not null,
  body text not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  tries smallint not null default 0,
  error text,
  -- The payment of a notification: the console's search finds it by the payment's reference. Null for those processed
  -- before this column existed.
  paid_merchant_id bigint,
  paid_transaction_id bigint,
  -- A notification about an unknown id is processed when a payment gets the id: kind and value of that id.
  awaits text collate "C",
  primary key (id),
  constraint processor_notifications_account_id_sender_id_key unique (account_id, sender_id),
  constraint processor_notifications_ended check (state <> 'received' or processed_at is null)
);

create index processor_notifications_awaiting on processor_notifications (account_id, awaits)
  where state = 'unmatched' and awaits is not null;
create index processor_notifications_by_day on processor_notifications (received_at);
-- The search field of processors' notifications finds them by the payment that they were about.
create index processor_notifications_by_payment on processor_notifications (paid_merchant_id, paid_transaction_id)
  where paid_transaction_id is not null;
-- Finds processors' notifications by the start of the sender's id, for any account.
create index processor_notifications_by_sender on processor_notifications (sender_id, id);
create index processor_notifications_by_state on processor_notifications (state, id desc) where state <> 'processed';
create index processor_notifications_by_time on processor_notifications (account_id, id desc);

create trigger waits before insert or update of state on processor_notifications
  for each row when (new.state = 'received' and new.processed_at is not null) execute function
    processor_notifications_waits();

-- Records of the sandbox, in the role of the external party, about its payments; nothing else reads them.
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
  refunded_piastres bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The sandbox refuses this number of refunds of a payment, so that integrators see a failed one.
  refunds_to_refuse smallint not null default 0 check (refunds_to_refuse >= 0),
  -- The sandbox's pretended banks take their time as well: until then a refund is asked for and not given.
  refunds_held_until timestamptz,
  primary key (merchant_id, order_id),
  constraint sandbox_payments_check check (refunded_piastres between 0 and amount_piastres)
);

create index sandbox_payments_by_age on sandbox_payments (created_at);

-- A refund asked for twice is given once.
create table sandbox_refunds (
  merchant_id bigint not null,
  order_id text collate "C" not null,
  refund_key text collate "C" not null,
  amount_piastres bigint not null check (amount_piastres > 0),
  created_at timestamptz not null,
  primary key (merchant_id, order_id, refund_key)
);

alter table sandbox_refunds add constraint sandbox_refunds_merchant_id_order_id_fkey foreign key (merchant_id,
  order_id) references sandbox_payments (merchant_id, order_id) on delete cascade;
