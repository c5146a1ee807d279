create table bank_accounts (
  merchant_id bigint not null,
  id bigint generated always as identity,
  account_name text not null,
  account_number text not null,
  bank_name text not null,
  bank_branch text not null,
  swift text not null default '',
  iban text not null default '',
  -- files.path
  document_path text,
  receives_settlements boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- kept for the settlements that were paid to it
  deleted_at timestamptz,
  version int not null default 1,
  -- nothing is settled to it before; null: it needs no rest
  rests_until timestamptz,
  -- when it last became the receiving account; null: never
  received_at timestamptz,
  -- Banks want the beneficiary's name in Latin letters and its town in files of transfers.
  latin_name text not null default '',
  town text not null default '',
  primary key (merchant_id, id),
  constraint bank_accounts_deleted_receive_nothing check (deleted_at is null or not receives_settlements),
  constraint bank_accounts_latin_name check (latin_name ~ '^[A-Za-z0-9/?:().,''+ -]{0,140}$'),
  constraint bank_accounts_reachable check (iban <> '' or swift <> ''),
  constraint bank_accounts_town check (town ~ '^[A-Za-z0-9/?:().,''+ -]{0,35}$')
);

alter table bank_accounts add constraint bank_accounts_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

-- At most one account receives settlements, even with concurrent requests.
create unique index bank_accounts_receiving on bank_accounts (merchant_id) where receives_settlements;

create trigger count_version before insert or update on bank_accounts
  for each row execute function bank_account_count_version();
create trigger keep_version after insert or update on bank_accounts
  for each row execute function bank_account_keep_version();

-- The facts of a bank account at the time of a settlement stay readable permanently: each change creates a version,
-- written by the database itself, and a settlement refers to its version. Older accounts start with their current
-- facts, because only masked numbers of earlier changes are known (audit_log).
create table bank_account_versions (
  merchant_id bigint not null,
  bank_account_id bigint not null,
  version int not null,
  account_name text not null,
  account_number text not null,
  bank_name text not null,
  bank_branch text not null,
  swift text not null,
  iban text not null,
  -- files.path; kept for good once a settlement was made for it
  document_path text,
  created_at timestamptz not null,
  latin_name text not null default '',
  town text not null default '',
  primary key (merchant_id, bank_account_id, version)
);

alter table bank_account_versions add constraint bank_account_versions_merchant_id_bank_account_id_fkey foreign key
  (merchant_id, bank_account_id) references bank_accounts (merchant_id, id);

create trigger never_changed before delete or update on bank_account_versions
  for each statement execute function ledger_refuse_change('bank_account_versions_kept');
create trigger never_emptied before truncate on bank_account_versions
  for each statement execute function ledger_refuse_change('bank_account_versions_kept');
