-- Differences that are not explained.
create table reconciliation_breaks (
  id bigint generated always as identity,
  processor_account_id bigint,
  kind text not null,
  -- Of a line, also after the import of its file was undone.
  file_id bigint,
  line_no int,
  -- Of an item of ours.
  item text,
  merchant_id bigint,
  item_id bigint,
  transaction_id bigint,
  reference text not null,
  -- In hundredths of the currency.
  amount_piastres bigint not null,
  currency char(3) collate "C" not null,
  suggested_merchant_id bigint,
  suggested_transaction_id bigint,
  state text not null default 'open' check (state in ('open', 'looking', 'waiting', 'resolved', 'written_off')),
  owner text,
  opened_at timestamptz not null,
  resolution text,
  closed_at timestamptz,
  closed_by text,
  bank_account_id bigint,
  -- Of a bank line; stays after the import of the line was undone.
  bank_line_id bigint,
  -- Of an unpaid batch.
  batch_id bigint,
  -- Why a break ended: one of a few reasons, besides an operator's text.
  ended_as text check (ended_as in ('explained', 'matched', 'arrived', 'undone', 'rounding', 'written_off')),
  primary key (id),
  constraint reconciliation_breaks_check2 check ((file_id is null) = (line_no is null)),
  constraint reconciliation_breaks_closed check ((state in ('resolved', 'written_off')) = (closed_at is not null)),
  constraint reconciliation_breaks_ended check (
    (closed_at is null) = (ended_as is null) and (closed_at is null) = (closed_by is null)
    and (state = 'written_off') = (coalesce(ended_as, '') = 'written_off') and
    case
      when ended_as in ('explained', 'written_off') then resolution is not null
      when ended_as is null then resolution is null
      else true
    end),
  -- A line with the opposite sign of its item is a separate kind of break, not a larger or smaller amount.
  constraint reconciliation_breaks_kind_check check (kind in ('theirs_only', 'ours_only', 'over', 'under', 'sign',
    'fee', 'currency', 'duplicate', 'ambiguous', 'status', 'rounding', 'late', 'deposit', 'batch_not_paid',
    'booked_without_line', 'credit_without_batch', 'debit_without_transfer')),
  constraint reconciliation_breaks_of_account check (num_nonnulls(processor_account_id, bank_account_id) = 1),
  constraint reconciliation_breaks_of_bank check ((kind in ('credit_without_batch', 'debit_without_transfer')) =
    (bank_line_id is not null) and (bank_line_id is null) = (bank_account_id is null) and (kind in ('batch_not_paid',
    'booked_without_line')) = (batch_id is not null)),
  constraint reconciliation_breaks_rounding_closed check (kind <> 'rounding' or closed_at is not null)
);

alter table reconciliation_breaks add constraint reconciliation_breaks_bank_account_id_fkey foreign key
  (bank_account_id) references provider_bank_accounts (id);
alter table reconciliation_breaks add constraint reconciliation_breaks_batch_id_fkey foreign key (batch_id)
  references reconciliation_batches (id);
alter table reconciliation_breaks add constraint reconciliation_breaks_file_id_fkey foreign key (file_id)
  references reconciliation_files (id);
alter table reconciliation_breaks add constraint reconciliation_breaks_processor_account_id_fkey foreign key
  (processor_account_id) references processor_accounts (id);

-- The console finds breaks by a reference or payment, and tickets by their subject; it sorts failures and waiting
-- approvals. None of these is written when a payer pays.
create index reconciliation_breaks_by_reference on reconciliation_breaks (reference text_pattern_ops);
create index reconciliation_breaks_closed on reconciliation_breaks (opened_at, id) where closed_at is not null;
create index reconciliation_breaks_closed_by_amount on reconciliation_breaks (abs(amount_piastres), id)
  where closed_at is not null;
create unique index reconciliation_breaks_missing on reconciliation_breaks (merchant_id, item, item_id)
  where kind = 'ours_only' and closed_at is null;
create index reconciliation_breaks_of_bank_line on reconciliation_breaks (bank_line_id)
  where bank_line_id is not null;
create index reconciliation_breaks_of_batch on reconciliation_breaks (batch_id) where batch_id is not null;
create index reconciliation_breaks_of_line on reconciliation_breaks (file_id, line_no);
create index reconciliation_breaks_of_ours on reconciliation_breaks (merchant_id, item, item_id)
  where kind = 'ours_only';
create index reconciliation_breaks_of_payment on reconciliation_breaks (merchant_id, transaction_id)
  where transaction_id is not null;
create index reconciliation_breaks_open on reconciliation_breaks (opened_at, id) where closed_at is null;
create index reconciliation_breaks_open_by_amount on reconciliation_breaks (abs(amount_piastres), id)
  where closed_at is null;
create unique index reconciliation_breaks_open_of_bank_line on reconciliation_breaks (bank_line_id)
  where bank_line_id is not null and closed_at is null;
create unique index reconciliation_breaks_open_of_batch on reconciliation_breaks (batch_id)
  where batch_id is not null and closed_at is null;
-- Open breaks are found by who looks after them, and taken from who leaves.
create index reconciliation_breaks_open_of_owner on reconciliation_breaks (owner, opened_at, id)
  where closed_at is null and owner is not null;

create trigger reconciliation_breaks_ended before insert or update on reconciliation_breaks
  for each row when ((new.closed_at is null) <> (new.ended_as is null)) execute function
    reconciliation_breaks_ended();
create trigger reconciliation_breaks_of_period before update on reconciliation_breaks
  for each row when (old.closed_at is not null and new.closed_at is null) execute function
    reconciliation_breaks_of_period();
create trigger reconciliation_open_added after insert on reconciliation_breaks referencing new table as added
  for each statement execute function reconciliation_open_changed();
create trigger reconciliation_open_moved after update on reconciliation_breaks referencing old table as removed new
  table as added for each statement execute function reconciliation_open_changed();
create trigger reconciliation_open_removed after delete on reconciliation_breaks referencing old table as removed
  for each statement execute function reconciliation_open_changed();

create table reconciliation_evidence (
  id bigint generated always as identity,
  break_id bigint not null,
  -- In `files`, of merchant 0.
  path text collate "C" not null,
  actor text not null check (actor <> ''),
  created_at timestamptz not null,
  primary key (id),
  constraint reconciliation_evidence_path_key unique (path)
);

alter table reconciliation_evidence add constraint reconciliation_evidence_break_id_fkey foreign key (break_id)
  references reconciliation_breaks (id);

create index reconciliation_evidence_of_break on reconciliation_evidence (break_id, id);

create trigger append_only before delete or update on reconciliation_evidence
  for each statement execute function refuse_change();
create trigger never_emptied before truncate on reconciliation_evidence
  for each statement execute function refuse_change();

create table reconciliation_notes (
  id bigint generated always as identity,
  break_id bigint not null,
  actor text not null check (actor <> ''),
  text text not null check (text <> ''),
  created_at timestamptz not null,
  primary key (id)
);

alter table reconciliation_notes add constraint reconciliation_notes_break_id_fkey foreign key (break_id)
  references reconciliation_breaks (id);

create index reconciliation_notes_of_break on reconciliation_notes (break_id, id);

create trigger append_only before delete or update on reconciliation_notes
  for each statement execute function refuse_change();
create trigger never_emptied before truncate on reconciliation_notes
  for each statement execute function refuse_change();

-- The sums of open breaks are maintained as breaks change, so that reading them costs the same however many are open.
-- Every statement adds a row with its changes, so that no lock is needed; a job compacts the rows each morning.
create table reconciliation_open_changes (
  id bigint generated always as identity,
  kind text not null,
  -- In Cairo.
  opened_day date not null,
  -- Change of the number of open breaks, and of the sum of their absolute amounts in EGP.
  breaks int not null,
  piastres bigint not null,
  primary key (id)
);

create table reconciliation_write_offs (
  id bigint generated always as identity,
  break_id bigint not null,
  -- The account that the money leaves, and the owner of its ledger; 0: the provider.
  account text not null check (account in ('clearing', 'suspense', 'bank')),
  merchant_id bigint not null,
  mode mode not null,
  -- For `clearing` only.
  processor_account_id bigint,
  -- Change of `write_offs`; below zero: a loss of ours.
  amount_piastres bigint not null check (amount_piastres <> 0),
  -- Of a payment, refund or chargeback that never arrived.
  item text,
  item_id bigint,
  reason text not null check (reason <> ''),
  asked_by text not null check (asked_by <> ''),
  approved_by text not null check (approved_by <> ''),
  created_at timestamptz not null,
  -- By a counter-entry: the money came after all, or two operators took it back.
  undone_at timestamptz,
  undone_by text,
  undone_reason text,
  primary key (id),
  constraint reconciliation_write_offs_account check ((account = 'clearing') = (processor_account_id is not null)),
  constraint reconciliation_write_offs_by_two check (asked_by <> approved_by),
  constraint reconciliation_write_offs_undone check ((undone_at is null) = (undone_by is null) and (undone_at is null) =
    (undone_reason is null))
);

alter table reconciliation_write_offs add constraint reconciliation_write_offs_break_id_fkey foreign key (break_id)
  references reconciliation_breaks (id);
alter table reconciliation_write_offs add constraint reconciliation_write_offs_processor_account_id_fkey foreign key
  (processor_account_id) references processor_accounts (id);

create index reconciliation_write_offs_of_item on reconciliation_write_offs (merchant_id, item, item_id)
  where item is not null and undone_at is null;
-- A break is written off once.
create unique index reconciliation_write_offs_once on reconciliation_write_offs (break_id) where undone_at is null;

create trigger never_emptied before truncate on reconciliation_write_offs
  for each statement execute function refuse_change();
create trigger reconciliation_write_offs_kept before delete on reconciliation_write_offs
  for each statement execute function refuse_change();
create trigger reconciliation_write_offs_of_period before insert on reconciliation_write_offs
  for each row execute function reconciliation_write_offs_of_period();
-- A write-off cannot be changed; it can be undone once.
create trigger reconciliation_write_offs_stay before update on reconciliation_write_offs
  for each row when (old.undone_at is not null or (to_jsonb(new.*) - '{undone_at,undone_by,undone_reason}'::text[]) is
    distinct from (to_jsonb(old.*) - '{undone_at,undone_by,undone_reason}'::text[])) execute function
    refuse_change();
