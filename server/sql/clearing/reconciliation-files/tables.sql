-- How files of an account at a processor are read and compared.
create table reconciliation_profiles (
  id bigint generated always as identity,
  processor_account_id bigint not null,
  name text not null check (name <> ''),
  -- Format, columns and words, as in the contract.
  layout jsonb not null,
  tolerance_piastres bigint not null check (tolerance_piastres >= 0),
  lag_days smallint not null check (lag_days between 0 and 60),
  -- The contract's fee of a payment. Null: fees are not compared.
  fee_rate_bps int check (fee_rate_bps between 0 and 10000),
  fee_fixed_piastres bigint not null check (fee_fixed_piastres >= 0),
  fee_vat_bps int not null check (fee_vat_bps between 0 and 10000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Working days after which the bank must have a batch.
  paid_within_days int not null default 3 check (paid_within_days between 0 and 60),
  primary key (id),
  constraint reconciliation_profiles_processor_account_id_name_key unique (processor_account_id, name)
);

alter table reconciliation_profiles add constraint reconciliation_profiles_processor_account_id_fkey foreign key
  (processor_account_id) references processor_accounts (id);

-- From when on the payments of an account must be in its files, and until when that was looked at.
create table reconciliation_accounts (
  processor_account_id bigint not null,
  since date not null,
  checked_until date not null,
  primary key (processor_account_id)
);

alter table reconciliation_accounts add constraint reconciliation_accounts_processor_account_id_fkey foreign key
  (processor_account_id) references processor_accounts (id);

create table reconciliation_files (
  id bigint generated always as identity,
  profile_id bigint not null,
  processor_account_id bigint not null,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  state text not null default 'imported' check (state in ('imported', 'undone')),
  -- Number of lines, and their sums in EGP.
  lines int not null check (lines > 0),
  matched int not null,
  gross_piastres bigint not null,
  fee_piastres bigint not null,
  net_piastres bigint not null,
  first_day date,
  last_day date,
  actor text not null check (actor <> ''),
  created_at timestamptz not null,
  undone_at timestamptz,
  undone_by text,
  undone_reason text,
  primary key (id),
  constraint reconciliation_files_check check (matched between 0 and lines),
  constraint reconciliation_files_check1 check ((state = 'undone') = (undone_at is not null))
);

alter table reconciliation_files add constraint reconciliation_files_processor_account_id_fkey foreign key
  (processor_account_id) references processor_accounts (id);
alter table reconciliation_files add constraint reconciliation_files_profile_id_fkey foreign key (profile_id)
  references reconciliation_profiles (id);

create index reconciliation_files_by_time on reconciliation_files (created_at, id);
-- The same content is imported once; after it was undone, it can be imported again.
create unique index reconciliation_files_once on reconciliation_files (processor_account_id, sha256)
  where state = 'imported';

create trigger reconciliation_files_of_period before update of state on reconciliation_files
  for each row when (old.state = 'imported' and new.state = 'undone') execute function
    reconciliation_files_of_period();

-- Amounts are in hundredths of the line's currency, from our point of view: below zero, they take it.
create table reconciliation_lines (
  file_id bigint not null,
  -- Row in the file, including headings.
  line_no int not null,
  batch_id bigint not null,
  processor_account_id bigint not null,
  kind text not null check (kind in ('payment', 'refund', 'reversal', 'chargeback', 'fee', 'adjustment')),
  currency char(3) collate "C" not null,
  gross_piastres bigint not null,
  -- With VAT; kept by the processor.
  fee_piastres bigint not null,
  vat_piastres bigint not null,
  net_piastres bigint not null,
  our_ref text collate "C",
  processor_ref text collate "C",
  rrn text collate "C",
  auth_code text collate "C",
  last4 text collate "C",
  detail text,
  occurred_on date,
  value_on date,
  -- The matched item; null: not found.
  item text check (item in ('payment', 'refund', 'refund_reversed', 'chargeback', 'chargeback_returned', 'cost')),
  merchant_id bigint,
  -- Id of the transaction (payments and costs), refund or chargeback.
  item_id bigint,
  -- Reference of a cost.
  item_key text collate "C",
  rule text check (rule in ('id', 'rrn', 'text', 'cost', 'manual')),
  -- For a matched line of a booked batch: the amount that left `clearing`, and the part of it that was a difference
  -- within the tolerance.
  settled_piastres bigint,
  rounded_piastres bigint,
  -- Since when it has settled something; null of lines that an earlier release booked: since their batch is booked.
  settled_at timestamptz,
  -- Dated into a period that was signed before the line came: it belongs to the next one.
  is_late boolean not null default false,
  primary key (file_id, line_no),
  constraint reconciliation_lines_add_up check (net_piastres = (gross_piastres - fee_piastres)),
  constraint reconciliation_lines_matched_in_egp check (item is null or currency = 'EGP'),
  constraint reconciliation_lines_matched_whole check ((item is null) = (merchant_id is null) and (item is null) =
    (item_id is null) and (item is null) = (rule is null) and (item is null) = (item_key is null)),
  constraint reconciliation_lines_settled_are_matched check (settled_piastres is null or item is not null),
  constraint reconciliation_lines_settled_whole check ((settled_piastres is null) = (rounded_piastres is null)),
  constraint reconciliation_lines_vat_within check (vat_piastres >= least(fee_piastres, 0::bigint) and vat_piastres <=
    greatest(fee_piastres, 0::bigint))
);

alter table reconciliation_lines add constraint reconciliation_lines_file_id_fkey foreign key (file_id)
  references reconciliation_files (id);

-- The console finds lines of a settlement file by day, and sorts them by it.
create index reconciliation_lines_by_day on reconciliation_lines (file_id, occurred_on, line_no);
-- The console finds lines of a settlement file by amount, and sorts them by it.
create index reconciliation_lines_by_gross on reconciliation_lines (file_id, gross_piastres, line_no);
-- The console finds lines of a settlement file of any kind but payments, which most are.
create index reconciliation_lines_by_kind on reconciliation_lines (file_id, kind, line_no) where kind <> 'payment';
-- The console finds lines of a settlement file without a gross amount, such as costs of no payment, by their net
-- amount.
create index reconciliation_lines_by_net on reconciliation_lines (file_id, net_piastres, line_no)
  where gross_piastres = 0;
-- The console finds lines of a settlement file by the beginning of our reference.
create index reconciliation_lines_by_our_ref on reconciliation_lines (file_id, our_ref) where our_ref is not null;
-- The console finds lines of a settlement file by the beginning of the processor's reference; a file may have a
-- million.
create index reconciliation_lines_by_processor_ref on reconciliation_lines (file_id, processor_ref)
  where processor_ref is not null;
-- The console finds lines of a settlement file by the beginning of the RRN.
create index reconciliation_lines_by_rrn on reconciliation_lines (file_id, rrn) where rrn is not null;
-- Each item of ours is matched with at most one line.
create unique index reconciliation_lines_once on reconciliation_lines (item_id, merchant_id, item, item_key)
  where item is not null;
create index reconciliation_lines_unmatched on reconciliation_lines (processor_account_id, processor_ref)
  where item is null;
create index reconciliation_lines_unmatched_of_file on reconciliation_lines (file_id, line_no) where item is null;

create trigger reconciliation_lines_of_period after insert on reconciliation_lines referencing new table as added
  for each statement execute function reconciliation_lines_of_period();

-- The lines of a file that are paid together.
create table reconciliation_batches (
  id bigint generated always as identity,
  file_id bigint not null,
  -- The processor's own; empty when it names none.
  name text collate "C" not null,
  currency char(3) collate "C" not null,
  lines int not null,
  gross_piastres bigint not null,
  fee_piastres bigint not null,
  net_piastres bigint not null,
  value_on date,
  -- Once the bank has received it, or was charged.
  booked_at timestamptz,
  booked_by text,
  bank_reference text,
  received_on date,
  -- Received amount; below zero: debited.
  received_piastres bigint,
  -- Number of reversals of its booking, which is part of the idempotency keys of its transfers.
  reversals int not null default 0 check (reversals >= 0),
  primary key (id),
  constraint reconciliation_batches_file_id_name_currency_key unique (file_id, name, currency),
  constraint reconciliation_batches_booked_in_egp check (booked_at is null or currency = 'EGP'),
  constraint reconciliation_batches_booked_whole check ((booked_at is null) = (booked_by is null) and (booked_at is
    null) = (bank_reference is null) and (booked_at is null) = (received_on is null) and (booked_at is null) =
    (received_piastres is null))
);

alter table reconciliation_batches add constraint reconciliation_batches_file_id_fkey foreign key (file_id)
  references reconciliation_files (id);

create index reconciliation_batches_open on reconciliation_batches (file_id) where booked_at is null;

create trigger reconciliation_batches_of_period before update of booked_at, received_piastres on
  reconciliation_batches for each row when (old.booked_at is distinct from new.booked_at or old.received_piastres is
  distinct from new.received_piastres) execute function reconciliation_batches_of_period();
create trigger reconciliation_batches_written_off before update of booked_at on reconciliation_batches
  for each row when (old.booked_at is not null and new.booked_at is null) execute function
    reconciliation_batches_written_off();

-- Processors' costs booked with batches of settlement files, one row per transfer of the ledger that moves
-- `acquirer_fees`. Together with `acquirer_costs`, which operators book one by one, these are all costs of processors.
create table reconciliation_costs (
  id bigint generated always as identity,
  processor_account_id bigint not null,
  batch_id bigint not null,
  merchant_id bigint not null,
  mode mode not null,
  -- False: a cost of no payment, such as a monthly fee.
  of_payments boolean not null,
  -- With VAT; below zero: given back, or the booking was reversed.
  amount_piastres bigint not null check (amount_piastres <> 0),
  booked_at timestamptz not null,
  primary key (id)
);

alter table reconciliation_costs add constraint reconciliation_costs_processor_account_id_fkey foreign key
  (processor_account_id) references processor_accounts (id);

create index reconciliation_costs_by_time on reconciliation_costs (processor_account_id, booked_at) include
  (amount_piastres, of_payments);

create trigger append_only before delete or update on reconciliation_costs
  for each statement execute function refuse_change();
create trigger never_emptied before truncate on reconciliation_costs
  for each statement execute function refuse_change();
