-- Accounts at payment processors, what they called our payments, and what they told us.

create table processor_accounts (
  id bigint generated always as identity primary key,
  -- In the address of its notifications; chooses the secret that authenticates them.
  token text collate "C" not null unique check (length(token) >= 20),
  adapter text not null,
  mode mode not null,
  -- Null: the provider's own, for every merchant.
  merchant_id bigint references merchants,
  name text not null check (name <> ''),
  methods smallint[] not null check (cardinality(methods) > 0),
  currencies text[] not null check (cardinality(currencies) > 0),
  base_url text not null,
  -- What of the credentials may be shown; the secret ones are sealed.
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
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index processor_accounts_route on processor_accounts (mode, merchant_id) where state = 'on';

-- Payments refer to accounts without a foreign key, because they can be partitioned by merchant.
create function processor_accounts_stay() returns trigger language plpgsql as $$
begin
  raise exception 'an account at a processor is switched off, never deleted'
    using errcode = 'restrict_violation', constraint = 'processor_accounts_stay';
end $$;
create trigger processor_accounts_stay before delete on processor_accounts
  for each row execute function processor_accounts_stay();

-- A change of an account waits for a second operator.
create table processor_account_changes (
  id bigint generated always as identity primary key,
  -- Null: a new account.
  account_id bigint references processor_accounts,
  -- What it does, without secrets, for whoever confirms it; the change itself is sealed.
  summary jsonb not null,
  sealed_change bytea not null,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'declined', 'withdrawn')),
  asked_by bigint not null references operators,
  asked_at timestamptz not null,
  decided_by bigint references operators,
  decided_at timestamptz,
  constraint processor_account_changes_by_another check (state <> 'confirmed' or decided_by <> asked_by),
  check ((state = 'waiting') = (decided_at is null))
);
create index processor_account_changes_waiting on processor_account_changes (asked_at) where state = 'waiting';

alter table payment_attempts
  -- Our id of the payment at its processor. Null: made by an earlier release in the sandbox, where it was
  -- merchant and token.
  add column external_ref text collate "C",
  add constraint payment_attempts_external_ref_check check (external_ref ~ '^[0-9A-Z]{20}$') not valid,
  -- Null: the sandbox.
  add column processor_account_id bigint,
  -- Where the payer was sent to: method, address and fields of the form.
  add column redirect jsonb,
  -- When its processor was last asked because the payer came back.
  add column return_asked_at timestamptz,
  drop constraint payment_attempts_state_check,
  add constraint payment_attempts_state_check check (state in
    ('pending', 'challenge', 'otp', 'redirect', 'awaiting', 'succeeded', 'failed', 'canceled', 'expired')) not valid,
  drop constraint payment_attempts_final_holds_nothing,
  add constraint payment_attempts_final_holds_nothing check
    (not holds_place or state in ('pending', 'challenge', 'otp', 'redirect', 'awaiting')) not valid;
-- Every id that a processor gave, for good.
create table processor_ids (
  merchant_id bigint not null,
  attempt_id bigint not null,
  -- 0: the sandbox.
  account_id bigint not null,
  kind text collate "C" not null,
  value text collate "C" not null check (value <> '' and length(value) <= 500),
  at timestamptz not null,
  primary key (account_id, kind, value),
  foreign key (merchant_id, attempt_id) references payment_attempts (merchant_id, id)
);
create index processor_ids_of_attempt on processor_ids (merchant_id, attempt_id, at);

create function processor_ids_stay() returns trigger language plpgsql as $$
begin
  raise exception 'an id that a processor gave stays' using errcode = 'check_violation', constraint = 'processor_ids_stay';
end $$;
create trigger processor_ids_stay before update or delete on processor_ids
  for each row execute function processor_ids_stay();

-- What processors tell us without being asked; stored before it is looked at.
create table processor_notifications (
  id bigint generated always as identity primary key,
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
  unique (account_id, sender_id)
);
create index processor_notifications_by_time on processor_notifications (account_id, id desc);
create index processor_notifications_by_day on processor_notifications (received_at);
create index processor_notifications_by_state on processor_notifications (state, id desc) where state <> 'processed';

alter table refunds
  -- Null: the sandbox.
  add column processor_account_id bigint,
  -- The processor's id of it.
  add column processor_refund_id text collate "C",
  -- Taken back before the bank had booked the payment, or refunded.
  add column way text,
  add constraint refunds_way_check check (way in ('refund', 'void')) not valid,
  -- A person has to look: nobody can tell whether an earlier request made it, or the provider has to transfer the money.
  -- Such a refund is not asked for again.
  add column for_operator text,
  add constraint refunds_for_operator_check check (for_operator in ('ambiguous', 'transfer')) not valid,
  -- The processor's words, for an operator.
  add column explanation text,
  -- Null: somebody made it in the processor's own dashboard.
  alter column requested_by drop not null;
