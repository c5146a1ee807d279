create type ledger_account_kind as enum ('clearing', 'pending', 'available', 'chargeback', 'payout', 'fees', 'vat',
  'bank', 'acquirer_fees', 'suspense', 'write_offs', 'reserve');

-- Balances. Also the provider's own kinds are kept per merchant, so that no two merchants ever wait for one row and
-- the ledger can be partitioned by merchant_id; the provider's total is the sum.
-- fillfactor: half a page free keeps the updates of a busy balance on its own page (HOT)
create table ledger_accounts (
  merchant_id bigint not null,
  mode mode not null,
  kind ledger_account_kind not null,
  currency char(3) collate "C" not null,
  balance bigint not null default 0,
  primary key (merchant_id, mode, kind, currency)
) with (fillfactor = 50);

create trigger figures_hold after insert or update of kind, currency on ledger_accounts
  for each row execute function ledger_accounts_hold();
alter table ledger_accounts enable always trigger figures_hold;
create trigger figures_hold_without_postings after update of balance on ledger_accounts
  for each row execute function ledger_accounts_hold();
alter table ledger_accounts enable replica trigger figures_hold_without_postings;
-- A balance moves only inside the trigger that applies postings (depth 1 or more); the WHEN clause costs no call.
create trigger moved_by_postings_only before update on ledger_accounts
  for each statement execute function ledger_moved_by_postings();
create trigger never_deleted before delete on ledger_accounts
  for each statement execute function ledger_refuse_change('ledger_append_only');
create trigger never_emptied before truncate on ledger_accounts
  for each statement execute function ledger_refuse_change('ledger_append_only');
create trigger opened_empty before insert on ledger_accounts
  for each row when (new.balance <> 0) execute function ledger_refuse_change('ledger_balance_moves_by_postings');

-- Transfers and their causes. The id is drawn while the merchant's ledger is locked (see ledger_post), so within one
-- merchant and mode the order of ids is the order in which balances moved.
create table ledger_transfers (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  kind text not null,
  reference text not null,
  idempotency_key text not null,
  effective_at timestamptz not null,
  created_at timestamptz not null default now(),
  corrects_transfer_id bigint,
  -- The account at which the payment was made, for a transfer that moves `clearing`. Null: the sandbox, or no
  -- processor. Without a foreign key, because the ledger can be partitioned by merchant; clearing_balances refuses an
  -- invalid one.
  processor_account_id bigint,
  primary key (merchant_id, id),
  -- The key first: an index that also began with merchant_id would tempt a plan made while the table is empty to look
  -- for an id by walking every transfer of the merchant.
  constraint ledger_idempotency_key_unique unique (idempotency_key, merchant_id, mode)
);

alter table ledger_transfers add constraint ledger_corrects_a_transfer foreign key (merchant_id, corrects_transfer_id)
  references ledger_transfers (merchant_id, id);

-- The console finds transfers of a merchant's ledger by the beginning of their reference.
create index ledger_transfers_by_reference on ledger_transfers (merchant_id, mode, reference text_pattern_ops, id);
-- Finds transfers booked since the figures were last summed up. A block range index, so that booking a transfer does
-- not become slower.
create index ledger_transfers_by_time on ledger_transfers using brin (created_at);

-- Statement triggers: they refuse even a statement that would have matched no row.
create trigger append_only before delete or update on ledger_transfers
  for each statement execute function ledger_refuse_change('ledger_append_only');
create constraint trigger has_postings after insert on ledger_transfers deferrable initially deferred
  for each row execute function ledger_check_transfer();
create trigger never_emptied before truncate on ledger_transfers
  for each statement execute function ledger_refuse_change('ledger_append_only');
create trigger of_period before insert or update on ledger_transfers
  for each row execute function ledger_transfers_of_period();
alter table ledger_transfers enable always trigger of_period;

-- The signed lines of transfers. A posting has the mode of its transfer, so the two cannot disagree. The key allows
-- one line per account in a transfer, so that balance_after can be checked exactly.
create table ledger_postings (
  merchant_id bigint not null,
  transfer_id bigint not null,
  account ledger_account_kind not null,
  currency char(3) collate "C" not null,
  amount bigint not null,
  balance_after bigint not null,
  primary key (merchant_id, transfer_id, account, currency),
  constraint ledger_posting_not_zero check (amount <> 0)
);

create trigger append_only before delete or update on ledger_postings
  for each statement execute function ledger_refuse_change('ledger_append_only');
create trigger apply_postings after insert on ledger_postings referencing new table as new_postings
  for each statement execute function ledger_apply_postings();
create trigger never_emptied before truncate on ledger_postings
  for each statement execute function ledger_refuse_change('ledger_append_only');

create table ledger_movements (
  merchant_id bigint not null,
  mode mode not null,
  account ledger_account_kind not null,
  transfer_id bigint not null,
  -- The transfer's kind.
  kind text not null,
  primary key (merchant_id, mode, account, transfer_id)
);

create index ledger_movements_by_kind on ledger_movements (merchant_id, mode, account, kind, transfer_id);

create trigger append_only before delete or update on ledger_movements
  for each statement execute function ledger_refuse_change('ledger_append_only');
create trigger never_emptied before truncate on ledger_movements
  for each statement execute function ledger_refuse_change('ledger_append_only');
create trigger written_by_postings_only before insert on ledger_movements
  for each statement execute function ledger_moved_by_postings('ledger_movements_are_postings');

-- The first transfer of each day in Cairo. A transfer that is effective on an earlier day than one booked before it
-- belongs to the day that was open by then: so a day is a range of transfers, and one that is over never changes.
create table ledger_days (
  merchant_id bigint not null,
  mode mode not null,
  day date not null,
  first_transfer_id bigint not null,
  primary key (merchant_id, mode, day)
);

create trigger append_only before delete or update on ledger_days
  for each statement execute function ledger_refuse_change('ledger_append_only');
create trigger never_emptied before truncate on ledger_days
  for each statement execute function ledger_refuse_change('ledger_append_only');
create trigger written_by_transfers_only before insert on ledger_days
  for each statement execute function ledger_moved_by_postings('ledger_days_begin');

-- `clearing` of ledger_accounts by account at a processor. Its sum over accounts is the balance there.
create table clearing_balances (
  merchant_id bigint not null,
  mode mode not null,
  currency char(3) collate "C" not null,
  -- 0: the sandbox, or no processor.
  processor_account_id bigint not null,
  balance bigint not null,
  primary key (merchant_id, mode, currency, processor_account_id)
) with (fillfactor = 50);

create index clearing_balances_of_account on clearing_balances (processor_account_id);

create trigger figures_hold after insert on clearing_balances for each row execute function clearing_balances_hold();
alter table clearing_balances enable always trigger figures_hold;
create trigger figures_hold_without_postings after update of balance on clearing_balances
  for each row execute function clearing_balances_hold();
alter table clearing_balances enable replica trigger figures_hold_without_postings;
create trigger known after insert on clearing_balances
  for each row when (new.processor_account_id <> 0) execute function clearing_balances_known();
create trigger moved_by_postings_only before insert or update on clearing_balances
  for each statement execute function ledger_moved_by_postings();
-- Protected as ledger_accounts is: only the trigger below moves a balance, and only it opens one.
create trigger never_deleted before delete on clearing_balances
  for each statement execute function ledger_refuse_change('ledger_append_only');
create trigger never_emptied before truncate on clearing_balances
  for each statement execute function ledger_refuse_change('ledger_append_only');
