-- The provider's own accounts.
create table provider_bank_accounts (
  id bigint generated always as identity,
  name text not null check (name <> ''),
  bank_name text not null check (bank_name <> ''),
  iban text collate "C" not null check (iban ~ '^EG[0-9]{27}$'),
  bic text collate "C" not null check (bic ~ '^([A-Z0-9]{8}([A-Z0-9]{3})?)?$'),
  -- The format that its bank accepts.
  format text not null check (format in ('pain.001', 'csv')),
  -- Columns of a CSV file, in order: [{"field": "iban", "heading": "IBAN"}].
  columns jsonb not null default '[]',
  state text not null default 'on' check (state in ('on', 'off')),
  created_at timestamptz not null,
  -- Options of the bank of our account for files of transfers, and the meanings of the words in its answers.
  options jsonb not null default '{}',
  -- An IBAN of ours is registered once among the accounts in use; accounts that share one already stay in use.
  iban_shared boolean not null default false,
  primary key (id)
);

create unique index provider_bank_accounts_iban on provider_bank_accounts (iban)
  where state = 'on' and not iban_shared;

-- One file of transfers from one account. Only live settlements are transferred.
create table bank_transfer_batches (
  id bigint generated always as identity,
  bank_account_id bigint not null,
  -- Our id of the file, which the bank repeats.
  message_id text collate "C" not null check (message_id ~ '^[0-9A-Z-]{1,35}$'),
  execution_day date not null,
  -- `released`: it may be downloaded, and its transfers count as sent.
  state text not null default 'draft' check (state in ('draft', 'released', 'answered', 'canceled')),
  created_by text not null,
  created_at timestamptz not null,
  -- The file that a second operator is asked to release, or that was released.
  content bytea,
  sha256 bytea check (octet_length(sha256) = 32),
  released_by text,
  released_at timestamptz,
  primary key (id),
  constraint bank_transfer_batches_message_id_key unique (message_id),
  constraint bank_transfer_batches_released check ((state in ('released', 'answered')) = (released_at is not null) and
    (released_at is null or released_by is not null and content is not null and sha256 is not null))
);

alter table bank_transfer_batches add constraint bank_transfer_batches_bank_account_id_fkey foreign key
  (bank_account_id) references provider_bank_accounts (id);

create trigger bank_transfer_batches_kept before delete on bank_transfer_batches
  for each statement execute function refuse_change();
-- A file that was released is the one that a second operator saw.
create trigger bank_transfer_batches_stay before update on bank_transfer_batches
  for each row when (old.released_at is not null and (to_jsonb(new.*) - 'state') is distinct from (to_jsonb(old.*) -
    'state')) execute function refuse_change();
create trigger never_emptied before truncate on bank_transfer_batches
  for each statement execute function refuse_change();

create table bank_transfers (
  id bigint generated always as identity,
  batch_id bigint not null,
  merchant_id bigint not null,
  settlement_id bigint,
  -- Sixteen characters, so that an MT940 repeats it whole.
  end_to_end_id text collate "C" not null check (end_to_end_id ~ '^[0-9A-Z-]{16}$'),
  amount_piastres bigint not null check (amount_piastres > 0),
  -- Its destination, as the account was then.
  bank_account_id bigint not null,
  bank_account_version int not null,
  -- `removed`: taken out before the file was released.
  state text not null default 'listed' check (state in ('listed', 'removed', 'sent', 'paid', 'rejected', 'returned')),
  -- The bank's, of a rejection or return.
  reason text not null default '',
  bank_reference text not null default '',
  updated_at timestamptz not null,
  payout_id bigint,
  primary key (id),
  constraint bank_transfers_end_to_end_id_key unique (end_to_end_id),
  constraint bank_transfers_of_one check (num_nonnulls(settlement_id, payout_id) = 1)
);

alter table bank_transfers add constraint bank_transfers_batch_id_fkey foreign key (batch_id)
  references bank_transfer_batches (id);
alter table bank_transfers add constraint bank_transfers_merchant_id_bank_account_id_bank_account_ve_fkey foreign key
  (merchant_id, bank_account_id, bank_account_version) references bank_account_versions (merchant_id, bank_account_id,
  version);
alter table bank_transfers add constraint bank_transfers_merchant_id_settlement_id_fkey foreign key (merchant_id,
  settlement_id) references settlements (merchant_id, id);
alter table bank_transfers add constraint bank_transfers_payout foreign key (merchant_id, payout_id)
  references payouts (merchant_id, id);

-- The console finds files of transfers by the amount of one of them.
create index bank_transfers_by_amount on bank_transfers (amount_piastres);
-- The console finds files of transfers by the bank's reference of one of them.
create index bank_transfers_by_bank_reference on bank_transfers (bank_reference) where bank_reference <> '';
create index bank_transfers_of_batch on bank_transfers (batch_id, id);
create index bank_transfers_of_payout on bank_transfers (merchant_id, payout_id) where payout_id is not null;
create index bank_transfers_of_settlement on bank_transfers (merchant_id, settlement_id, id);
-- Nothing is sent twice: each settlement is in one file that is not over for it.
create unique index bank_transfers_once on bank_transfers (merchant_id, settlement_id)
  where state in ('listed', 'sent', 'paid');
-- Nothing is sent twice: each payout is in one file that is not over for it.
create unique index bank_transfers_payout_once on bank_transfers (merchant_id, payout_id)
  where payout_id is not null and state in ('listed', 'sent', 'paid');

create trigger bank_transfers_go_on before update on bank_transfers
  for each row execute function bank_transfers_go_on();
create trigger bank_transfers_kept before delete on bank_transfers
  for each statement execute function refuse_change();
create trigger never_emptied before truncate on bank_transfers for each statement execute function refuse_change();

-- Files in which a bank answered, each once.
create table bank_answers (
  id bigint generated always as identity,
  sha256 bytea not null check (octet_length(sha256) = 32),
  name text not null,
  format text not null check (format in ('pain.002', 'camt.053', 'mt940', 'csv')),
  applied_by text not null,
  applied_at timestamptz not null,
  paid int not null,
  rejected int not null,
  returned int not null,
  -- The exact bytes of a bank's answer, for the second operator who decides on refused or returned transfers. Null:
  -- applied under an earlier release.
  content bytea,
  primary key (id),
  constraint bank_answers_sha256_key unique (sha256)
);

-- The banks' files that are still kept, oldest first.
create index bank_answers_kept on bank_answers (applied_at) where content is not null;
