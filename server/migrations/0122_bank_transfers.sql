-- Settlements that are transferred to merchants' banks by files: from which account of ours, in which file, and what became of
-- each transfer.

-- The provider's own accounts.
create table provider_bank_accounts (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  bank_name text not null check (bank_name <> ''),
  iban text collate "C" not null check (iban ~ '^EG[0-9]{27}$'),
  bic text collate "C" not null check (bic ~ '^([A-Z0-9]{8}([A-Z0-9]{3})?)?$'),
  -- What its bank reads.
  format text not null check (format in ('pain.001', 'csv')),
  -- Of a CSV file, in their order: [{"field": "iban", "heading": "IBAN"}].
  columns jsonb not null default '[]',
  state text not null default 'on' check (state in ('on', 'off')),
  created_at timestamptz not null
);

-- One file of transfers from one account. Only live settlements are transferred.
create table bank_transfer_batches (
  id bigint generated always as identity primary key,
  bank_account_id bigint not null references provider_bank_accounts,
  -- Our id of the file, which the bank repeats.
  message_id text collate "C" not null unique check (message_id ~ '^[0-9A-Z-]{1,35}$'),
  execution_day date not null,
  -- `released`: it may be downloaded, and its transfers count as sent.
  state text not null default 'draft' check (state in ('draft', 'released', 'answered', 'canceled')),
  created_by text not null,
  created_at timestamptz not null,
  -- What a second operator is asked to release, and what was released.
  content bytea,
  sha256 bytea check (octet_length(sha256) = 32),
  released_by text,
  released_at timestamptz,
  constraint bank_transfer_batches_released check
    ((state in ('released', 'answered')) = (released_at is not null)
     and (released_at is null or (released_by is not null and content is not null and sha256 is not null)))
);

create table bank_transfers (
  id bigint generated always as identity primary key,
  batch_id bigint not null references bank_transfer_batches,
  merchant_id bigint not null,
  settlement_id bigint not null,
  -- Sixteen characters, so that an MT940 repeats it whole.
  end_to_end_id text collate "C" not null unique check (end_to_end_id ~ '^[0-9A-Z-]{16}$'),
  amount_piastres bigint not null check (amount_piastres > 0),
  -- Where it goes, as the account was then.
  bank_account_id bigint not null,
  bank_account_version integer not null,
  -- `removed`: taken out before the file was released.
  state text not null default 'listed'
    check (state in ('listed', 'removed', 'sent', 'paid', 'rejected', 'returned')),
  -- The bank's, of a rejection or return.
  reason text not null default '',
  bank_reference text not null default '',
  updated_at timestamptz not null,
  foreign key (merchant_id, settlement_id) references settlements (merchant_id, id),
  foreign key (merchant_id, bank_account_id, bank_account_version) references bank_account_versions
);
create index bank_transfers_of_batch on bank_transfers (batch_id, id);
-- Nothing is sent twice: each settlement is in one file that is not over for it.
create unique index bank_transfers_once on bank_transfers (merchant_id, settlement_id)
  where state in ('listed', 'sent', 'paid');
create index bank_transfers_of_settlement on bank_transfers (merchant_id, settlement_id, id);

-- What was sent stays as it was sent, and a transfer goes one way.
create function bank_transfers_go_on() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - '{state,reason,bank_reference,updated_at}'::text[]
     is distinct from to_jsonb(old) - '{state,reason,bank_reference,updated_at}'::text[]
     or not (new.state = old.state or (old.state, new.state) in (
       ('listed', 'removed'), ('listed', 'sent'), ('sent', 'paid'), ('sent', 'rejected'), ('sent', 'returned'),
       ('paid', 'returned'))) then
    raise exception 'a transfer does not go from % to %', old.state, new.state
      using errcode = 'restrict_violation', constraint = 'bank_transfers_go_on';
  end if;
  return new;
end $$;
create trigger bank_transfers_go_on before update on bank_transfers
  for each row execute function bank_transfers_go_on();
create trigger bank_transfers_kept before delete or truncate on bank_transfers
  for each statement execute function refuse_change();

-- A file that was released is the one that a second operator saw.
create trigger bank_transfer_batches_stay before update on bank_transfer_batches
  for each row when (old.released_at is not null
                     and to_jsonb(new) - 'state' is distinct from to_jsonb(old) - 'state')
  execute function refuse_change();
create trigger bank_transfer_batches_kept before delete or truncate on bank_transfer_batches
  for each statement execute function refuse_change();

-- Files in which a bank answered, each once.
create table bank_answers (
  id bigint generated always as identity primary key,
  sha256 bytea not null unique check (octet_length(sha256) = 32),
  name text not null,
  format text not null check (format in ('pain.002', 'camt.053', 'mt940', 'csv')),
  applied_by text not null,
  applied_at timestamptz not null,
  paid integer not null,
  rejected integer not null,
  returned integer not null
);

-- A settlement is marked as paid by hand only while it is in no file that is on its way.
create function settlement_payments_not_in_file() returns trigger language plpgsql as $$
begin
  if exists (select from bank_transfers t
              where t.merchant_id = new.merchant_id and t.settlement_id = new.settlement_id
                and t.state in ('listed', 'sent')) then
    raise exception 'the settlement is in a file of transfers'
      using errcode = 'restrict_violation', constraint = 'settlement_payments_not_in_file';
  end if;
  return new;
end $$;
create trigger not_in_file before insert on settlement_payments
  for each row execute function settlement_payments_not_in_file();

-- A transfer that came back: the settlement is to be transferred again. What was paid stays written down here.
create table settlement_returns (
  merchant_id bigint not null,
  id bigint generated always as identity,
  settlement_id bigint not null,
  bank_reference text not null,
  paid_at timestamptz not null,
  returned_at timestamptz not null,
  reason text not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, settlement_id) references settlements (merchant_id, id)
);
create index settlement_returns_of_settlement on settlement_returns (merchant_id, settlement_id);
create trigger append_only before update or delete or truncate on settlement_returns
  for each statement execute function refuse_change();

drop trigger settlement_payments_append_only on settlement_payments;
create trigger settlement_payments_append_only before update on settlement_payments
  for each row execute function refuse_change();
create function settlement_payments_returned_only() returns trigger language plpgsql as $$
begin
  if not exists (select from settlement_returns r
                  where r.merchant_id = old.merchant_id and r.settlement_id = old.settlement_id
                    and r.paid_at = old.paid_at and r.bank_reference = old.bank_reference) then
    raise exception 'settlement_payments is append-only' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger returned_only before delete on settlement_payments
  for each row execute function settlement_payments_returned_only();

drop trigger settlements_change_by_payment_alone on settlements;
create trigger settlements_change_by_payment_alone before update on settlements
  for each row when (to_jsonb(new) - 'is_paid' is distinct from to_jsonb(old) - 'is_paid')
  execute function refuse_change();
create function settlements_paid_as_marked() returns trigger language plpgsql as $$
begin
  if new.is_paid is distinct from exists (
    select from settlement_payments p where p.merchant_id = new.merchant_id and p.settlement_id = new.id) then
    raise exception 'a settlement is marked as paid by its payment alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger settlements_paid_as_marked before update of is_paid on settlements
  for each row execute function settlements_paid_as_marked();
create function settlement_payments_unmark() returns trigger language plpgsql as $$
begin
  update settlements set is_paid = false where merchant_id = old.merchant_id and id = old.settlement_id;
  return null;
end $$;
create trigger settlement_payments_unmark after delete on settlement_payments
  for each row execute function settlement_payments_unmark();
