-- Layouts of statements as CSV or workbook. Without a row only camt.053 and MT940 are read.
create table bank_statement_layouts (
  bank_account_id bigint not null,
  layout jsonb not null,
  updated_at timestamptz not null,
  updated_by text not null check (updated_by <> ''),
  primary key (bank_account_id)
);

alter table bank_statement_layouts add constraint bank_statement_layouts_bank_account_id_fkey foreign key
  (bank_account_id) references provider_bank_accounts (id);

create table bank_statement_files (
  id bigint generated always as identity,
  bank_account_id bigint not null,
  name text not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  format text not null check (format in ('camt.053', 'mt940', 'csv')),
  state text not null default 'imported' check (state in ('imported', 'undone')),
  -- As stated by the bank.
  first_day date not null,
  last_day date not null,
  opening_piastres bigint not null,
  closing_piastres bigint not null,
  -- New ones.
  lines int not null check (lines >= 0),
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
  primary key (id),
  constraint bank_statement_files_check check (first_day <= last_day),
  constraint bank_statement_files_check1 check ((state = 'undone') = (undone_at is not null))
);

alter table bank_statement_files add constraint bank_statement_files_bank_account_id_fkey foreign key
  (bank_account_id) references provider_bank_accounts (id);

create index bank_statement_files_by_time on bank_statement_files (created_at, id);
create index bank_statement_files_of_account on bank_statement_files (bank_account_id, id) where state = 'imported';
create unique index bank_statement_files_once on bank_statement_files (bank_account_id, sha256)
  where state = 'imported' and lines > 0;

create trigger bank_statement_of_period before update of state on bank_statement_files
  for each row when (new.state = 'undone') execute function bank_statement_of_period();

create table bank_lines (
  id bigint generated always as identity,
  file_id bigint not null,
  bank_account_id bigint not null,
  -- Line number in the file.
  line_no int not null,
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
  -- Hash of the line's content, and its ordinal among lines with equal content.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  nth int not null,
  -- The day on which a line counts: its own, or the first one not signed when it was imported.
  counted_on date not null,
  primary key (id),
  -- Each line is imported once, also from statements that overlap.
  constraint bank_lines_once unique (bank_account_id, fingerprint, nth),
  constraint bank_lines_counted check (counted_on >= booked_on)
);

alter table bank_lines add constraint bank_lines_file_id_fkey foreign key (file_id)
  references bank_statement_files (id);

create index bank_lines_by_amount on bank_lines (file_id, amount_piastres, id);
-- The console finds a statement by a reference of one of its lines, and sorts its lines by day and amount.
create index bank_lines_by_bank_reference on bank_lines (bank_reference) where bank_reference <> '';
create index bank_lines_by_day on bank_lines (file_id, booked_on, id);
create index bank_lines_by_own_reference on bank_lines (own_reference) where own_reference <> '';
create index bank_lines_of_file on bank_lines (file_id, id);

create trigger bank_lines_of_period after insert on bank_lines referencing new table as changed
  for each statement execute function bank_lines_of_period();
create trigger bank_lines_signed_stay after delete on bank_lines referencing old table as changed
  for each statement execute function bank_lines_of_period();
create trigger bank_lines_stay before update on bank_lines
  for each row when (old.* is distinct from new.*) execute function refuse_change();

-- Matches of a line, for its full amount.
create table bank_line_links (
  id bigint generated always as identity,
  line_id bigint not null,
  batch_id bigint,
  transfer_id bigint,
  amount_piastres bigint not null check (amount_piastres <> 0),
  rule text not null check (rule in ('reference', 'amount', 'id', 'manual')),
  actor text not null check (actor <> ''),
  created_at timestamptz not null,
  primary key (id),
  constraint bank_line_links_line_id_batch_id_key unique (line_id, batch_id),
  constraint bank_line_links_line_id_transfer_id_key unique (line_id, transfer_id),
  constraint bank_line_links_check check (num_nonnulls(batch_id, transfer_id) = 1)
);

alter table bank_line_links add constraint bank_line_links_batch_id_fkey foreign key (batch_id)
  references reconciliation_batches (id);
alter table bank_line_links add constraint bank_line_links_line_id_fkey foreign key (line_id)
  references bank_lines (id);
alter table bank_line_links add constraint bank_line_links_transfer_id_fkey foreign key (transfer_id)
  references bank_transfers (id);

create index bank_line_links_of_batch on bank_line_links (batch_id) where batch_id is not null;
-- A transfer leaves once, and comes back once.
create unique index bank_line_links_of_transfer on bank_line_links (transfer_id, (amount_piastres > 0))
  where transfer_id is not null;

create trigger bank_line_links_of_period before insert or delete on bank_line_links
  for each row execute function bank_line_links_of_period();

-- Matches that an operator has ruled out, so that no rule makes them again.
create table bank_line_refusals (
  line_id bigint not null,
  batch_id bigint not null,
  primary key (line_id, batch_id)
);

alter table bank_line_refusals add constraint bank_line_refusals_batch_id_fkey foreign key (batch_id)
  references reconciliation_batches (id);
alter table bank_line_refusals add constraint bank_line_refusals_line_id_fkey foreign key (line_id)
  references bank_lines (id) on delete cascade;
