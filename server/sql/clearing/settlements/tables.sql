create table settlements (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  -- STL-…
  reference text collate "C" not null,
  amount_piastres bigint not null check (amount_piastres > 0),
  total_transactions int not null check (total_transactions > 0),
  created_at timestamptz not null,
  bank_account_id bigint,
  -- amount for that account; the rest is in the available balance
  bank_piastres bigint not null default 0 check (bank_piastres >= 0),
  -- Whether a settlement is at the merchant's bank is stored in the settlement itself: the provider's list of unpaid
  -- ones uses a partial index, however many were paid before.
  is_paid boolean not null default false,
  bank_account_version int,
  -- Only operators of earlier releases transferred a settlement of the balance to a bank by hand; for existing ones
  -- only the bank knows. New ones leave the balance only by payouts, as do those that covered a debt: less than their
  -- amount was to be transferred.
  maybe_transferred boolean not null default false,
  -- The part initially held, as its item of `reserve_items`.
  reserved_piastres bigint not null default 0,
  -- When the bank's transfer of a settlement arrived or came back, for software that reads changes. Null before.
  changed_at timestamptz,
  primary key (merchant_id, id),
  constraint settlements_bank_amount check ((bank_piastres > 0) = (bank_account_id is not null) and bank_piastres <=
    amount_piastres),
  constraint settlements_bank_version check ((bank_account_id is null) = (bank_account_version is null)),
  constraint settlements_check check (reserved_piastres >= 0 and reserved_piastres <= (amount_piastres - bank_piastres))
);

alter table settlements add constraint settlements_bank_account foreign key (merchant_id, bank_account_id,
  bank_account_version) references bank_account_versions (merchant_id, bank_account_id, version);
alter table settlements add constraint settlements_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

create index settlements_by_amount on settlements (merchant_id, mode, amount_piastres, id);
create index settlements_by_change on settlements (merchant_id, mode, greatest(created_at, changed_at), id);
create index settlements_by_created_at on settlements (merchant_id, mode, created_at, id);
create index settlements_by_id on settlements (merchant_id, mode, id);
create index settlements_by_transactions on settlements (merchant_id, mode, total_transactions, id);
-- The console's list of due transfers joins unpaid settlements with merchants and their accounts, in their order.
create index settlements_due_by_merchant on settlements (merchant_id, id)
  where mode = 'live' and not is_paid and bank_piastres > 0;
create index settlements_of_all on settlements (mode, created_at, id);
create index settlements_of_all_by_amount on settlements (mode, amount_piastres, id);
create index settlements_of_all_by_paid on settlements (mode, is_paid, created_at, id);
create index settlements_of_all_by_reference on settlements (reference);
create unique index settlements_reference on settlements (merchant_id, mode, reference);
-- Settlements that wait for their transfer to a bank, across merchants, newest or oldest first; excludes those that
-- stay in balances.
create index settlements_to_transfer on settlements (mode, created_at, id) where not is_paid and bank_piastres > 0;

create trigger never_emptied before truncate on settlements for each statement execute function refuse_change();
create trigger settlements_append_only before delete on settlements for each row execute function refuse_change();
-- A settlement can only be marked as paid, and then stays paid.
create trigger settlements_change_by_payment_alone before update on settlements
  for each row when ((to_jsonb(new.*) - '{is_paid,changed_at}'::text[]) is distinct from (to_jsonb(old.*) -
    '{is_paid,changed_at}'::text[])) execute function refuse_change();
create trigger settlements_paid_as_marked before update of is_paid on settlements
  for each row execute function settlements_paid_as_marked();

-- The lines of a statement, as they were on its day.
create table settlement_items (
  merchant_id bigint not null,
  settlement_id bigint not null,
  transaction_id bigint not null,
  charged_piastres bigint not null,
  fee_piastres bigint not null,
  vat_piastres bigint not null,
  -- given back or disputed before
  out_piastres bigint not null,
  amount_piastres bigint not null,
  primary key (merchant_id, settlement_id, transaction_id),
  constraint settlement_items_merchant_id_transaction_id_key unique (merchant_id, transaction_id),
  constraint settlement_items_add_up check (amount_piastres = (charged_piastres - fee_piastres - vat_piastres -
    out_piastres))
);

alter table settlement_items add constraint settlement_items_merchant_id_settlement_id_fkey foreign key (merchant_id,
  settlement_id) references settlements (merchant_id, id);
alter table settlement_items add constraint settlement_items_merchant_id_transaction_id_fkey foreign key (merchant_id,
  transaction_id) references transactions (merchant_id, id);

create trigger never_emptied before truncate on settlement_items for each statement execute function refuse_change();
create trigger settlement_items_append_only before delete or update on settlement_items
  for each row execute function refuse_change();

-- A settlement that went to the merchant's bank account, and the bank's name for it; never twice.
create table settlement_payments (
  merchant_id bigint not null,
  settlement_id bigint not null,
  bank_reference text not null check (bank_reference <> ''),
  paid_at timestamptz not null,
  primary key (merchant_id, settlement_id)
);

alter table settlement_payments add constraint settlement_payments_merchant_id_settlement_id_fkey foreign key
  (merchant_id, settlement_id) references settlements (merchant_id, id);

create index settlement_payments_by_bank_reference on settlement_payments (bank_reference);

create trigger never_emptied before truncate on settlement_payments
  for each statement execute function refuse_change();
create trigger not_in_file before insert on settlement_payments
  for each row execute function settlement_payments_not_in_file();
create trigger returned_only before delete on settlement_payments
  for each row execute function settlement_payments_returned_only();
create trigger settlement_payments_append_only before update on settlement_payments
  for each row execute function refuse_change();
create trigger settlement_payments_mark after insert on settlement_payments
  for each row execute function settlement_payments_mark();
create trigger settlement_payments_unmark after delete on settlement_payments
  for each row execute function settlement_payments_unmark();

-- Returned transfers: the settlement is to be transferred again. The former payment stays on record here.
create table settlement_returns (
  merchant_id bigint not null,
  id bigint generated always as identity,
  settlement_id bigint not null,
  bank_reference text not null,
  paid_at timestamptz not null,
  returned_at timestamptz not null,
  reason text not null,
  primary key (merchant_id, id)
);

alter table settlement_returns add constraint settlement_returns_merchant_id_settlement_id_fkey foreign key
  (merchant_id, settlement_id) references settlements (merchant_id, id);

create index settlement_returns_of_settlement on settlement_returns (merchant_id, settlement_id);

create trigger append_only before delete or update on settlement_returns
  for each statement execute function refuse_change();
create trigger never_emptied before truncate on settlement_returns
  for each statement execute function refuse_change();

-- Amounts that wait for settlement, by their expected day: the next settlement is read from these instead of being
-- summed up.
create table settlements_due (
  merchant_id bigint not null,
  mode mode not null,
  day date not null,
  -- Below zero where more went out of payments than they brought.
  amount_piastres bigint not null,
  payments int not null check (payments >= 0),
  primary key (merchant_id, mode, day)
);

-- Reserve agreed with a merchant, for both modes. No row, or a share of 0: nothing is held.
create table reserve_terms (
  merchant_id bigint not null,
  share_basis_points int not null check (share_basis_points between 0 and 10000),
  days int not null check (days between 1 and 730),
  set_at timestamptz not null,
  set_by text not null check (set_by <> ''),
  primary key (merchant_id)
);

alter table reserve_terms add constraint reserve_terms_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

-- Held parts of settlements: until their day, or until they are needed.
create table reserve_items (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  settlement_id bigint not null,
  -- The terms of its day.
  share_basis_points int not null,
  days int not null,
  held_piastres bigint not null check (held_piastres > 0),
  -- The part that is neither released nor drawn yet.
  left_piastres bigint not null,
  held_at timestamptz not null,
  -- In Cairo.
  release_on date not null,
  released_at timestamptz,
  released_piastres bigint check (released_piastres > 0),
  primary key (merchant_id, id),
  constraint reserve_items_of_settlement unique (merchant_id, settlement_id),
  constraint reserve_items_left_within check (left_piastres between 0 and held_piastres),
  constraint reserve_items_released check ((released_at is null) = (released_piastres is null) and (released_at is null
    or left_piastres = 0) and coalesce(released_piastres, 0::bigint) <= held_piastres)
);

alter table reserve_items add constraint reserve_items_merchant_id_settlement_id_fkey foreign key (merchant_id,
  settlement_id) references settlements (merchant_id, id);

create index reserve_items_by_amount on reserve_items (mode, held_piastres, id);
create index reserve_items_by_day on reserve_items (merchant_id, mode, release_on, id);
-- The console lists held amounts of all merchants by the day of their release.
create index reserve_items_by_release on reserve_items (mode, release_on, id);
create index reserve_items_due on reserve_items (release_on, merchant_id, mode) where left_piastres > 0;
create index reserve_items_of_merchant_by_amount on reserve_items (merchant_id, mode, held_piastres, id);
-- Few: of most items something was released.
create index reserve_items_used on reserve_items (mode, release_on, id)
  where left_piastres = 0 and released_at is null;

create trigger never_emptied before truncate on reserve_items for each statement execute function refuse_change();
create trigger reserve_items_kept before delete on reserve_items for each statement execute function refuse_change();
-- The held amount cannot be changed, nothing can be put back, and it can be released only once.
create trigger reserve_items_stay before update on reserve_items
  for each row when (old.left_piastres = 0 or new.left_piastres >= old.left_piastres or (to_jsonb(new.*) -
    '{left_piastres,released_at,released_piastres}'::text[]) is distinct from (to_jsonb(old.*) -
    '{left_piastres,released_at,released_piastres}'::text[])) execute function refuse_change();

-- Amounts drawn from an item, because a chargeback or refund left the available balance negative.
create table reserve_draws (
  merchant_id bigint not null,
  id bigint generated always as identity,
  item_id bigint not null,
  -- The transfer that drew it, together with amounts from other items.
  transfer_id bigint not null,
  amount_piastres bigint not null check (amount_piastres > 0),
  drawn_at timestamptz not null,
  primary key (merchant_id, id)
);

alter table reserve_draws add constraint reserve_draws_merchant_id_item_id_fkey foreign key (merchant_id, item_id)
  references reserve_items (merchant_id, id);
alter table reserve_draws add constraint reserve_draws_merchant_id_transfer_id_fkey foreign key (merchant_id,
  transfer_id) references ledger_transfers (merchant_id, id);

create index reserve_draws_of_item on reserve_draws (merchant_id, item_id);

create trigger append_only before delete or update on reserve_draws
  for each statement execute function refuse_change();
create trigger never_emptied before truncate on reserve_draws for each statement execute function refuse_change();

-- Days on which banks do not work, besides Fridays and Saturdays.
create table bank_holidays (
  day date not null,
  name_en text not null,
  name_ar text not null,
  primary key (day)
);
