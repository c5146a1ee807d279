-- The bank's statements of the provider's own accounts, compared with batches of processors and files of transfers.

-- How statements as CSV or workbook are read. Without a row only camt.053 and MT940 are.
create table bank_statement_layouts (
  bank_account_id bigint primary key references provider_bank_accounts,
  layout jsonb not null,
  updated_at timestamptz not null,
  updated_by text not null check (updated_by <> '')
);

create table bank_statement_files (
  id bigint generated always as identity primary key,
  bank_account_id bigint not null references provider_bank_accounts,
  name text not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  format text not null check (format in ('camt.053', 'mt940', 'csv')),
  state text not null default 'imported' check (state in ('imported', 'undone')),
  -- As the bank says.
  first_day date not null,
  last_day date not null,
  opening_piastres bigint not null,
  closing_piastres bigint not null,
  -- New ones.
  lines integer not null check (lines > 0),
  -- All that is imported of the account, this file included: days, and balances before and after.
  covered_first_day date not null,
  covered_last_day date not null,
  covered_opening_piastres bigint not null,
  covered_closing_piastres bigint not null,
  actor text not null check (actor <> ''),
  created_at timestamptz not null,
  undone_at timestamptz,
  undone_by text,
  undone_reason text,
  check (first_day <= last_day),
  check ((state = 'undone') = (undone_at is not null))
);
create unique index bank_statement_files_once on bank_statement_files (bank_account_id, sha256) where state = 'imported';
create index bank_statement_files_by_time on bank_statement_files (created_at, id);
create index bank_statement_files_of_account on bank_statement_files (bank_account_id, id) where state = 'imported';

create table bank_lines (
  id bigint generated always as identity primary key,
  file_id bigint not null references bank_statement_files,
  bank_account_id bigint not null,
  -- Of the file.
  line_no integer not null,
  booked_on date not null,
  value_on date not null,
  -- Below zero, money went.
  amount_piastres bigint not null check (amount_piastres <> 0),
  is_reversal boolean not null,
  bank_reference text collate "C" not null,
  own_reference text collate "C" not null,
  detail text not null,
  -- Ids of our transfers that the bank repeats.
  transfer_ids text[] not null,
  -- What the line says, and the how manieth of those that say the same.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  nth integer not null,
  -- Each line is imported once, also from statements that overlap.
  constraint bank_lines_once unique (bank_account_id, fingerprint, nth)
);
create index bank_lines_of_file on bank_lines (file_id, id);

-- What a line is about: all of its amount.
create table bank_line_links (
  id bigint generated always as identity primary key,
  line_id bigint not null references bank_lines,
  batch_id bigint references reconciliation_batches,
  transfer_id bigint references bank_transfers,
  amount_piastres bigint not null check (amount_piastres <> 0),
  rule text not null check (rule in ('reference', 'amount', 'id', 'manual')),
  actor text not null check (actor <> ''),
  created_at timestamptz not null,
  check (num_nonnulls(batch_id, transfer_id) = 1),
  unique (line_id, batch_id),
  unique (line_id, transfer_id)
);
create index bank_line_links_of_batch on bank_line_links (batch_id) where batch_id is not null;
-- A transfer leaves once, and comes back once.
create unique index bank_line_links_of_transfer on bank_line_links (transfer_id, (amount_piastres > 0))
  where transfer_id is not null;

alter table reconciliation_breaks
  alter column processor_account_id drop not null,
  add column bank_account_id bigint references provider_bank_accounts,
  -- Of a line of the bank's; it stays after the line was taken back.
  add column bank_line_id bigint,
  -- Of a batch whose money has not come.
  add column batch_id bigint references reconciliation_batches,
  drop constraint reconciliation_breaks_kind_check,
  add constraint reconciliation_breaks_kind_check check (kind in (
    'theirs_only', 'ours_only', 'over', 'under', 'fee', 'currency', 'duplicate', 'ambiguous', 'status', 'rounding',
    'deposit', 'batch_not_paid', 'credit_without_batch', 'debit_without_transfer')),
  add constraint reconciliation_breaks_of_account check (num_nonnulls(processor_account_id, bank_account_id) = 1),
  add constraint reconciliation_breaks_of_bank check
    ((kind in ('credit_without_batch', 'debit_without_transfer')) = (bank_line_id is not null)
     and (bank_line_id is null) = (bank_account_id is null)
     and (kind = 'batch_not_paid') = (batch_id is not null));
create index reconciliation_breaks_of_bank_line on reconciliation_breaks (bank_line_id) where bank_line_id is not null;
create unique index reconciliation_breaks_open_of_bank_line on reconciliation_breaks (bank_line_id)
  where bank_line_id is not null and closed_at is null;
create index reconciliation_breaks_of_batch on reconciliation_breaks (batch_id) where batch_id is not null;
create unique index reconciliation_breaks_open_of_batch on reconciliation_breaks (batch_id)
  where batch_id is not null and closed_at is null;
