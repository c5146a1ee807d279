-- What processors say in settlement files, compared with our books.

-- How the files of an account at a processor are read, and what they are compared with.
create table reconciliation_profiles (
  id bigint generated always as identity primary key,
  processor_account_id bigint not null references processor_accounts,
  name text not null check (name <> ''),
  -- Format, columns and words, as in the contract.
  layout jsonb not null,
  tolerance_piastres bigint not null check (tolerance_piastres >= 0),
  lag_days smallint not null check (lag_days between 0 and 60),
  -- The contract's fee of a payment. Null: fees are not compared.
  fee_rate_bps integer check (fee_rate_bps between 0 and 10000),
  fee_fixed_piastres bigint not null check (fee_fixed_piastres >= 0),
  fee_vat_bps integer not null check (fee_vat_bps between 0 and 10000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (processor_account_id, name)
);

-- From when on the payments of an account must be in its files, and until when that was looked at.
create table reconciliation_accounts (
  processor_account_id bigint primary key references processor_accounts,
  since date not null,
  checked_until date not null
);

create table reconciliation_files (
  id bigint generated always as identity primary key,
  profile_id bigint not null references reconciliation_profiles,
  processor_account_id bigint not null references processor_accounts,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  state text not null default 'imported' check (state in ('imported', 'undone')),
  -- Lines, and what they add up to in EGP.
  lines integer not null check (lines > 0),
  matched integer not null,
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
  check (matched between 0 and lines),
  check ((state = 'undone') = (undone_at is not null))
);
-- The same content is imported once; after it was undone, it can be imported again.
create unique index reconciliation_files_once on reconciliation_files (processor_account_id, sha256) where state = 'imported';
create index reconciliation_files_by_time on reconciliation_files (created_at, id);

-- The lines of a file that are paid together.
create table reconciliation_batches (
  id bigint generated always as identity primary key,
  file_id bigint not null references reconciliation_files,
  -- The processor's own; empty when it names none.
  name text collate "C" not null,
  currency char(3) collate "C" not null,
  lines integer not null,
  gross_piastres bigint not null,
  fee_piastres bigint not null,
  net_piastres bigint not null,
  value_on date,
  unique (file_id, name, currency)
);

-- Amounts are in hundredths of the line's currency, from our point of view: below zero, they take it.
create table reconciliation_lines (
  file_id bigint not null references reconciliation_files,
  -- Of the file, headings included.
  line_no integer not null,
  batch_id bigint not null,
  processor_account_id bigint not null,
  kind text not null check (kind in ('payment', 'refund', 'reversal', 'chargeback', 'fee', 'adjustment')),
  currency char(3) collate "C" not null,
  gross_piastres bigint not null,
  -- With VAT; what they keep.
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
  -- What it is about; null: not found.
  item text check (item in ('payment', 'refund', 'refund_reversed', 'chargeback', 'chargeback_returned', 'cost')),
  merchant_id bigint,
  -- Of the transaction (payments and costs), refund or chargeback.
  item_id bigint,
  -- Of a cost: its reference.
  item_key text collate "C",
  rule text check (rule in ('id', 'rrn', 'text', 'cost', 'manual')),
  primary key (file_id, line_no),
  constraint reconciliation_lines_add_up check (net_piastres = gross_piastres - fee_piastres),
  constraint reconciliation_lines_vat_within check
    (vat_piastres between least(fee_piastres, 0) and greatest(fee_piastres, 0)),
  constraint reconciliation_lines_matched_whole check
    ((item is null) = (merchant_id is null) and (item is null) = (item_id is null) and (item is null) = (rule is null)
     and (item is null) = (item_key is null)),
  constraint reconciliation_lines_matched_in_egp check (item is null or currency = 'EGP')
);
-- What is ours is explained by one line.
create unique index reconciliation_lines_once on reconciliation_lines (item_id, merchant_id, item, item_key) where item is not null;
create index reconciliation_lines_unmatched on reconciliation_lines (processor_account_id, processor_ref) where item is null;
create index reconciliation_lines_unmatched_of_file on reconciliation_lines (file_id, line_no) where item is null;

-- What is not explained.
create table reconciliation_breaks (
  id bigint generated always as identity primary key,
  processor_account_id bigint not null references processor_accounts,
  kind text not null check (kind in ('theirs_only', 'ours_only', 'over', 'under', 'fee', 'currency', 'duplicate',
                                     'ambiguous', 'status', 'rounding', 'deposit')),
  -- Of a line, also after its file was undone.
  file_id bigint references reconciliation_files,
  line_no integer,
  -- Of something of ours.
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
  state text not null default 'open' check (state in ('open', 'looking', 'waiting', 'resolved')),
  owner text,
  opened_at timestamptz not null,
  resolution text,
  closed_at timestamptz,
  closed_by text,
  check ((state = 'resolved') = (closed_at is not null)),
  check ((closed_at is null) = (resolution is null) and (closed_at is null) = (closed_by is null)),
  check ((file_id is null) = (line_no is null)),
  constraint reconciliation_breaks_rounding_closed check (kind <> 'rounding' or closed_at is not null)
);
create index reconciliation_breaks_open on reconciliation_breaks (opened_at, id) where closed_at is null;
create index reconciliation_breaks_open_by_amount on reconciliation_breaks (abs(amount_piastres), id) where closed_at is null;
create index reconciliation_breaks_closed on reconciliation_breaks (opened_at, id) where closed_at is not null;
create index reconciliation_breaks_closed_by_amount on reconciliation_breaks (abs(amount_piastres), id)
  where closed_at is not null;
create index reconciliation_breaks_of_line on reconciliation_breaks (file_id, line_no);
create unique index reconciliation_breaks_missing on reconciliation_breaks (merchant_id, item, item_id)
  where kind = 'ours_only' and closed_at is null;
create index reconciliation_breaks_of_ours on reconciliation_breaks (merchant_id, item, item_id) where kind = 'ours_only';

create table reconciliation_notes (
  id bigint generated always as identity primary key,
  break_id bigint not null references reconciliation_breaks,
  actor text not null check (actor <> ''),
  text text not null check (text <> ''),
  created_at timestamptz not null
);
create index reconciliation_notes_of_break on reconciliation_notes (break_id, id);
create trigger append_only before update or delete or truncate on reconciliation_notes
  for each statement execute function refuse_change();
