create table chargebacks (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  -- CHB-…
  reference text collate "C" not null,
  transaction_id bigint not null,
  transaction_reference text collate "C" not null,
  -- the payer's
  name text not null default '',
  name_key text collate "C" generated always as (search_key(name)) stored not null,
  amount_piastres bigint not null check (amount_piastres > 0),
  -- 0 pending, 1 applied, 2 withdrawn
  status smallint not null default 0 check (status in (0, 1, 2)),
  reason text not null default '',
  -- the source of the held amount: not settled yet, or settled
  held_from text not null check (held_from in ('pending', 'available')),
  due_at timestamptz not null,
  answer text not null default '',
  answered_at timestamptz,
  -- users.id
  answered_by bigint,
  created_at timestamptz not null,
  decided_at timestamptz,
  -- When a merchant was reminded that a dispute still waits for a response; at most once.
  reminded_at timestamptz,
  -- The network's or processor's id of the case; empty when it was opened by hand without one.
  case_id text collate "C" not null default '' check (length(case_id) <= 64),
  -- As the network writes it.
  reason_code text not null default '' check (length(reason_code) <= 40),
  stage text not null default 'chargeback' check (stage in ('chargeback', 'pre_arbitration', 'arbitration')),
  -- The processor account of the payment; null: the sandbox.
  account_id bigint,
  origin text not null default 'operator' check (origin in ('operator', 'processor')),
  -- Number of times that its money was held: once, and again each time that the case was reopened.
  rounds smallint not null default 1 check (rounds > 0),
  -- The history of a case is written by the database, so that no step is left out: nor by a process of the former
  -- release that still decides cases while this one is installed.
  moved_at timestamptz,
  primary key (merchant_id, id),
  constraint chargebacks_decided check ((status = 0) = (decided_at is null))
);

alter table chargebacks add constraint chargebacks_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);
alter table chargebacks add constraint chargebacks_merchant_id_transaction_id_fkey foreign key (merchant_id,
  transaction_id) references transactions (merchant_id, id);

create index chargebacks_by_amount on chargebacks (merchant_id, mode, amount_piastres, id);
create index chargebacks_by_case_key on chargebacks (merchant_id, mode, search_key(case_id), id);
create index chargebacks_by_change on chargebacks (merchant_id, mode, greatest(created_at, answered_at, moved_at,
  decided_at), id);
create index chargebacks_by_created_at on chargebacks (merchant_id, mode, created_at, id);
create index chargebacks_by_due_at on chargebacks (merchant_id, mode, due_at, id);
create index chargebacks_by_id on chargebacks (merchant_id, mode, id);
create index chargebacks_by_name on chargebacks (merchant_id, mode, name_key, id);
create index chargebacks_by_status on chargebacks (merchant_id, mode, status, id);
create index chargebacks_by_transaction on chargebacks (merchant_id, transaction_id, id);
create index chargebacks_by_transaction_reference on chargebacks (merchant_id, mode, transaction_reference, id);
create unique index chargebacks_case on chargebacks (merchant_id, mode, coalesce(account_id, 0::bigint), case_id)
  where status <> 2 and case_id <> '';
create index chargebacks_name_search on chargebacks using gin (merchant_id, name_key gin_trgm_ops);
create index chargebacks_of_all on chargebacks (mode, created_at, id);
-- The console finds and sorts chargebacks, payouts and settlements of all merchants by amount, finds settlements by
-- the bank's reference, and payments by the reference of their link, invoice or order. None of these is written when a
-- payer pays.
create index chargebacks_of_all_by_amount on chargebacks (mode, amount_piastres, id);
create index chargebacks_of_all_by_case_key on chargebacks (search_key(case_id));
create index chargebacks_of_all_by_due_at on chargebacks (mode, due_at, id);
create index chargebacks_of_all_by_reference on chargebacks (reference);
-- One dispute of a payment at a time; another only when the one before was withdrawn.
create unique index chargebacks_of_transaction on chargebacks (merchant_id, transaction_id)
  where status <> 2 and case_id = '';
-- Those that wait for a decision, over all merchants, however many are decided.
create index chargebacks_pending on chargebacks (mode, due_at, id) where status = 0;
create unique index chargebacks_reference on chargebacks (merchant_id, mode, reference);
-- Disputes that may have to be reminded of, of all merchants; few, and each leaves once it is reminded of or answered.
create index chargebacks_to_remind on chargebacks (due_at)
  where status = 0 and answered_at is null and reminded_at is null;

create trigger chargebacks_opened after insert on chargebacks for each row execute function chargebacks_write_step();
create trigger chargebacks_stepped after update of stage, status, rounds on chargebacks
  for each row when (old.stage <> new.stage or old.status <> new.status or old.rounds <> new.rounds) execute function
    chargebacks_write_step();
create trigger chargebacks_transition before update of status on chargebacks
  for each row when (old.status <> new.status and old.status <> 0 and not (new.status = 0 and new.rounds = (old.rounds
    + 1))) execute function refuse_transition('chargebacks_legal_transition');
create trigger customer_disputes after insert on chargebacks
  for each row execute function customer_events_follow_payment('chargeback');

-- The history of a case.
create table chargeback_stages (
  merchant_id bigint not null,
  chargeback_id bigint not null,
  step smallint not null check (step > 0),
  at timestamptz not null,
  stage text not null check (stage in ('chargeback', 'pre_arbitration', 'arbitration')),
  -- As of the case: open, applied or withdrawn from then on.
  status smallint not null check (status in (0, 1, 2)),
  round smallint not null check (round > 0),
  due_at timestamptz not null,
  reason_code text not null default '',
  -- ops:mona, system; empty when an earlier release wrote the case
  actor text not null,
  -- Reason for a step of a case, if given by an operator: a decision made by mistake and reversed.
  note text not null default '' check (length(note) <= 500),
  primary key (merchant_id, chargeback_id, step)
);

alter table chargeback_stages add constraint chargeback_stages_merchant_id_chargeback_id_fkey foreign key
  (merchant_id, chargeback_id) references chargebacks (merchant_id, id);

create trigger chargeback_stages_append_only before delete or update on chargeback_stages
  for each row execute function refuse_change();
create trigger never_emptied before truncate on chargeback_stages for each statement execute function refuse_change();

-- The files with which a merchant answers a chargeback, in the order they were given.
create table chargeback_files (
  merchant_id bigint not null,
  chargeback_id bigint not null,
  path text collate "C" not null,
  position smallint not null check ("position" >= 1 and "position" <= 5),
  primary key (merchant_id, chargeback_id, "position"),
  constraint chargeback_files_merchant_id_path_key unique (merchant_id, path)
);

alter table chargeback_files add constraint chargeback_files_merchant_id_chargeback_id_fkey foreign key (merchant_id,
  chargeback_id) references chargebacks (merchant_id, id);
alter table chargeback_files add constraint chargeback_files_merchant_id_path_fkey foreign key (merchant_id, path)
  references files (merchant_id, path);
