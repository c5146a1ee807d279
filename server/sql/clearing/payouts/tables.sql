create table payouts (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  -- PAY-…: the code with which the merchant collects it
  code text collate "C" not null,
  transaction_id bigint not null,
  amount_piastres bigint not null check (amount_piastres > 0),
  state text not null default 'requested' check (state in ('requested', 'handed-over', 'expired', 'returned')),
  reason text not null default '',
  -- users.id
  requested_by bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  finished_at timestamptz,
  approval_id bigint,
  bank_account_id bigint,
  bank_account_version int,
  -- When the bank transferred it, and its reference; both stay when the money comes back.
  paid_at timestamptz,
  bank_reference text,
  primary key (merchant_id, id),
  constraint payouts_bank_version check ((bank_account_id is null) = (bank_account_version is null)),
  constraint payouts_expire_or_go_to_bank check ((bank_account_id is null) = (expires_at is not null)),
  constraint payouts_finished check ((state = 'requested') = (finished_at is null)),
  constraint payouts_paid_whole check ((paid_at is null) = (bank_reference is null) and (paid_at is null or
    bank_account_id is not null and state in ('handed-over', 'returned')))
);

-- One to a bank does not expire: it waits for its transfer.
alter table payouts add constraint payouts_bank_account foreign key (merchant_id, bank_account_id,
  bank_account_version) references bank_account_versions (merchant_id, bank_account_id, version);
alter table payouts add constraint payouts_merchant_id_approval_id_fkey foreign key (merchant_id, approval_id)
  references approvals (merchant_id, id);
alter table payouts add constraint payouts_merchant_id_fkey foreign key (merchant_id) references merchants (id);
alter table payouts add constraint payouts_merchant_id_requested_by_fkey foreign key (merchant_id, requested_by)
  references users (merchant_id, id);
alter table payouts add constraint payouts_merchant_id_transaction_id_fkey foreign key (merchant_id, transaction_id)
  references transactions (merchant_id, id);

create unique index payouts_approval on payouts (merchant_id, approval_id) where approval_id is not null;
create index payouts_by_amount on payouts (merchant_id, mode, amount_piastres, id);
create index payouts_by_change on payouts (merchant_id, mode, greatest(created_at, finished_at, paid_at), id);
create index payouts_by_created_at on payouts (merchant_id, mode, created_at, id);
create index payouts_by_id on payouts (merchant_id, mode, id);
create index payouts_by_state on payouts (merchant_id, mode, state, id);
create unique index payouts_code on payouts (merchant_id, mode, code);
create index payouts_due on payouts (expires_at) where state = 'requested';
create index payouts_of_all on payouts (mode, created_at, id);
create index payouts_of_all_by_amount on payouts (mode, amount_piastres, id);
create index payouts_of_all_by_code on payouts (code);
-- Used for files of transfers; holds only payouts that wait.
create index payouts_to_transfer on payouts (created_at, id)
  where mode = 'live' and state = 'requested' and bank_account_id is not null;

create trigger not_in_file before update of state on payouts
  for each row when (old.state = 'requested' and new.state <> 'requested' and new.bank_account_id is not null) execute
    function payouts_not_in_file();
-- The destination is decided once.
create trigger payouts_account_stays before update on payouts
  for each row when (new.bank_account_id is distinct from old.bank_account_id or new.bank_account_version is distinct
    from old.bank_account_version) execute function refuse_change();
create trigger payouts_transition before update of state on payouts
  for each row when (old.state <> new.state and old.state <> 'requested' and not (old.state = 'handed-over' and
    new.state = 'returned' and old.paid_at is not null)) execute function
    refuse_transition('payouts_legal_transition');
