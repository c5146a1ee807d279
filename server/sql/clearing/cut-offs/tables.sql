create table reconciliation_cut_offs (
  id bigint generated always as identity,
  processor_account_id bigint,
  -- The last day of the period, in Cairo, and when it is over.
  day date not null,
  ends_at timestamptz not null,
  -- The last day that was signed before; null: the period is from the beginning.
  after_day date,
  state text not null default 'prepared' check (state in ('prepared', 'signed', 'reopened', 'dropped')),
  figures jsonb not null,
  -- Hash of the figures and all rows.
  sha256 bytea not null check (length(sha256) = 32),
  rows int not null check (rows >= 0),
  -- The prepared report explains all three levels.
  is_explained boolean not null,
  made_by text not null check (made_by <> ''),
  made_at timestamptz not null,
  signed_by text,
  approved_by text,
  signed_at timestamptz,
  reopened_by text,
  reopened_reason text,
  reopened_at timestamptz,
  bank_account_id bigint,
  primary key (id),
  constraint reconciliation_cut_offs_after_its_end check (made_at >= ends_at),
  constraint reconciliation_cut_offs_by_two check (signed_by <> approved_by and made_by <> approved_by),
  constraint reconciliation_cut_offs_check check (after_day < day),
  constraint reconciliation_cut_offs_explained check (is_explained or signed_at is null),
  constraint reconciliation_cut_offs_of check (num_nonnulls(processor_account_id, bank_account_id) = 1),
  constraint reconciliation_cut_offs_reopened check ((state = 'reopened') = (reopened_at is not null) and (reopened_at
    is null) = (reopened_by is null) and (reopened_at is null) = (reopened_reason is null)),
  constraint reconciliation_cut_offs_signed check ((state in ('signed', 'reopened')) = (signed_at is not null) and
    (signed_at is null) = (signed_by is null) and (signed_at is null) = (approved_by is null))
);

alter table reconciliation_cut_offs add constraint reconciliation_cut_offs_bank_account_id_fkey foreign key
  (bank_account_id) references provider_bank_accounts (id);
alter table reconciliation_cut_offs add constraint reconciliation_cut_offs_processor_account_id_fkey foreign key
  (processor_account_id) references processor_accounts (id);

create index reconciliation_cut_offs_by_day on reconciliation_cut_offs (day, id);
create unique index reconciliation_cut_offs_once on reconciliation_cut_offs (processor_account_id, day)
  where state = 'signed';
create unique index reconciliation_cut_offs_once_of_bank on reconciliation_cut_offs (bank_account_id, day)
  where state = 'signed';
create unique index reconciliation_cut_offs_prepared on reconciliation_cut_offs (processor_account_id)
  where state = 'prepared';
create unique index reconciliation_cut_offs_prepared_of_bank on reconciliation_cut_offs (bank_account_id)
  where state = 'prepared';

create trigger never_emptied before truncate on reconciliation_cut_offs
  for each statement execute function refuse_change();
create trigger reconciliation_cut_offs_kept before delete on reconciliation_cut_offs
  for each statement execute function refuse_change();
create trigger reconciliation_cut_offs_stay before update on reconciliation_cut_offs
  for each row execute function reconciliation_cut_offs_stay();

-- Rows of a cut-off: open items, unpaid batches, breaks and write-offs.
create table reconciliation_cut_off_rows (
  cut_off_id bigint not null,
  n int not null,
  what text not null,
  kind text not null,
  merchant_id bigint,
  reference text not null,
  amount_piastres bigint not null,
  -- In Cairo.
  day date not null,
  explained_as text not null,
  owner text,
  working_days int,
  primary key (cut_off_id, n),
  -- A cut-off report lists the amounts in suspense at its end.
  constraint reconciliation_cut_off_rows_what_check check (what in ('item', 'batch', 'bank_line', 'suspense', 'break',
    'write_off'))
);

alter table reconciliation_cut_off_rows add constraint reconciliation_cut_off_rows_cut_off_id_fkey foreign key
  (cut_off_id) references reconciliation_cut_offs (id);

-- Rows of a report are sorted and searched by amount.
create index reconciliation_cut_off_rows_by_amount on reconciliation_cut_off_rows (cut_off_id, amount_piastres, n);
-- And by the beginning of a reference.
create index reconciliation_cut_off_rows_by_reference on reconciliation_cut_off_rows (cut_off_id, reference
  text_pattern_ops, n);

create trigger append_only before delete or update on reconciliation_cut_off_rows
  for each statement execute function refuse_change();
create trigger never_emptied before truncate on reconciliation_cut_off_rows
  for each statement execute function refuse_change();

-- Each movement of `suspense`: unknown money received or debited with a processor's batch, until an operator identifies
-- it or writes it off, or the batch is reversed. The ledger has the same sums per merchant and mode.
create table reconciliation_suspense (
  id bigint generated always as identity,
  processor_account_id bigint not null,
  merchant_id bigint not null,
  mode mode not null,
  cause text not null check (cause in ('booked', 'reversed', 'identified', 'written_off', 'written_back')),
  batch_id bigint,
  break_id bigint,
  reference text not null,
  -- Above zero: more is in suspense, which is owed to somebody.
  amount_piastres bigint not null check (amount_piastres <> 0),
  moved_at timestamptz not null,
  primary key (id),
  constraint reconciliation_suspense_check check (num_nonnulls(batch_id, break_id) > 0)
);

alter table reconciliation_suspense add constraint reconciliation_suspense_processor_account_id_fkey foreign key
  (processor_account_id) references processor_accounts (id);

create index reconciliation_suspense_by_time on reconciliation_suspense (moved_at, id);
create index reconciliation_suspense_of_account on reconciliation_suspense (processor_account_id, moved_at, id)
  include (amount_piastres);

create trigger append_only before delete or update on reconciliation_suspense
  for each statement execute function refuse_change();
create trigger never_emptied before truncate on reconciliation_suspense
  for each statement execute function refuse_change();

-- Settlements of lines whose batch was reversed later, so that the sums at any past moment can be computed.
create table reconciliation_unsettled (
  id bigint generated always as identity,
  processor_account_id bigint not null,
  file_id bigint not null,
  line_no int not null,
  batch_id bigint not null,
  item text not null,
  merchant_id bigint not null,
  item_id bigint not null,
  settled_piastres bigint not null,
  rounded_piastres bigint not null,
  settled_at timestamptz not null,
  unsettled_at timestamptz not null,
  primary key (id)
);

alter table reconciliation_unsettled add constraint reconciliation_unsettled_processor_account_id_fkey foreign key
  (processor_account_id) references processor_accounts (id);

create index reconciliation_unsettled_of_account on reconciliation_unsettled (processor_account_id);
-- Lines of a reversed batch are found by it: the costs of their payments have changed.
create index reconciliation_unsettled_of_batch on reconciliation_unsettled (batch_id);

create trigger append_only before delete or update on reconciliation_unsettled
  for each statement execute function refuse_change();
create trigger never_emptied before truncate on reconciliation_unsettled
  for each statement execute function refuse_change();
