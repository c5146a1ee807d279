-- Account settings, and the keys by which a merchant's own software calls us. Bank accounts, business facts, store facts
-- and allowed addresses are the merchant's; keys and default settings are apart in each mode.

-- Bank accounts -----------------------------------------------------------------------------------------------------

create table bank_accounts (
  merchant_id bigint not null references merchants,
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
  primary key (merchant_id, id),
  constraint bank_accounts_reachable check (iban <> '' or swift <> ''),
  constraint bank_accounts_deleted_receive_nothing check (deleted_at is null or not receives_settlements)
);
-- At most one receives, whoever asks at the same moment.
create unique index bank_accounts_receiving on bank_accounts (merchant_id) where receives_settlements;

-- Settlements go there ----------------------------------------------------------------------------------------------

alter table settlements
  add column bank_account_id bigint,
  -- what went to that account; the rest of the amount is in the available balance
  add column bank_piastres bigint not null default 0 check (bank_piastres >= 0),
  add constraint settlements_bank_account foreign key (merchant_id, bank_account_id) references bank_accounts,
  add constraint settlements_bank_amount check (
    (bank_piastres > 0) = (bank_account_id is not null) and bank_piastres <= amount_piastres);

-- As before, and to the account that receives settlements, if there is one: less what the merchant owes us (a balance
-- below zero after a refund of settled money is filled up first). What the pending balance does not cover whole, because
-- payments that are not due yet were refunded with their fees, is not paid out of it but made available.
create or replace function settle_due(p_merchant_id bigint, p_mode mode, p_until date, p_reference text,
                                      p_now timestamptz, p_limit integer default 50000) returns bigint
language plpgsql
set enable_seqscan = off
as $$
declare
  v_ids bigint[];
  v_amount bigint;
  v_settlement bigint;
  v_account bigint;
  v_bank bigint := 0;
  v_pending bigint;
  v_available bigint;
begin
  select array_agg(d.id) into v_ids from (
    select t.id from transactions t
     where t.merchant_id = p_merchant_id and t.mode = p_mode and t.settlement_status <> 1
       and t.expected_settlement_on is not null and t.expected_settlement_on <= p_until and t.status in (1, 3)
     order by t.expected_settlement_on, t.id limit p_limit for no key update) d;
  if v_ids is null then
    return null;
  end if;
  select sum(t.net_piastres - t.pending_out_piastres) into v_amount
    from transactions t where t.merchant_id = p_merchant_id and t.id = any (v_ids);
  if v_amount <= 0 then
    return null;
  end if;
  -- Whoever turns it off or deletes it waits, or has done so.
  select b.id into v_account from bank_accounts b
   where b.merchant_id = p_merchant_id and b.receives_settlements for share;
  if v_account is not null then
    -- The same lock that `ledger_post` takes: balances stand still until the end.
    perform from ledger_accounts a
      where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = 'clearing' and a.currency = 'EGP'
      for no key update;
    select coalesce(sum(a.balance) filter (where a.kind = 'pending'), 0),
           coalesce(sum(a.balance) filter (where a.kind = 'available'), 0)
      into v_pending, v_available
      from ledger_accounts a
     where a.merchant_id = p_merchant_id and a.mode = p_mode and a.currency = 'EGP';
    if v_pending >= v_amount then
      v_bank := greatest(v_amount - greatest(-v_available, 0), 0);
    end if;
    if v_bank = 0 then
      v_account := null;
    end if;
  end if;
  insert into settlements (merchant_id, mode, reference, amount_piastres, total_transactions, created_at,
                           bank_account_id, bank_piastres)
    values (p_merchant_id, p_mode, p_reference, v_amount, cardinality(v_ids), p_now, v_account, v_bank)
    returning id into v_settlement;
  insert into settlement_items (merchant_id, settlement_id, transaction_id, charged_piastres, fee_piastres, vat_piastres,
                                out_piastres, amount_piastres)
  select p_merchant_id, v_settlement, t.id, t.charged_piastres, t.fee_piastres, t.vat_piastres, t.pending_out_piastres,
         t.net_piastres - t.pending_out_piastres
    from transactions t where t.merchant_id = p_merchant_id and t.id = any (v_ids);
  insert into transaction_events (merchant_id, transaction_id, kind, at, amount_piastres, detail)
  select p_merchant_id, i.transaction_id, 'settled', p_now, i.amount_piastres, p_reference
    from settlement_items i where i.merchant_id = p_merchant_id and i.settlement_id = v_settlement
   order by i.transaction_id;
  update transactions t set settlement_status = 1, settlement_reference = p_reference, updated_at = p_now
   where t.merchant_id = p_merchant_id and t.id = any (v_ids);
  perform ledger_post(p_merchant_id, p_mode, 'settlement', p_reference, 'settlement:' || v_settlement, p_now,
    array['pending', 'available', 'bank']::ledger_account_kind[], array['EGP', 'EGP', 'EGP']::char(3)[],
    array[-v_amount, v_amount - v_bank, v_bank]);
  return v_settlement;
end $$;

-- Facts of the business and of its store ------------------------------------------------------------------------------

create table business_profiles (
  merchant_id bigint primary key references merchants,
  address text not null default '',
  description text not null default '',
  store_contact text not null default '',
  store_email text not null default '',
  store_address text not null default '',
  facebook text not null default '',
  instagram text not null default '',
  twitter text not null default '',
  linkedin text not null default '',
  updated_at timestamptz not null
);

alter table merchants
  -- addresses and CIDR ranges that calls by key may come from; none: from anywhere
  add column allowed_ips text[] not null default '{}',
  -- whether people who are signed in must come from there too
  add column portal_restricted boolean not null default false;

alter table merchant_settings
  -- whether what the bell says also goes by e-mail, to those who want it
  add column receive_notification boolean not null default true,
  add column default_payment smallint,
  add column default_currency smallint check (default_currency in (1, 2)),
  add constraint merchant_settings_default_payment_allowed check (
    default_payment is null or allowed_methods is null or default_payment = any (allowed_methods));

-- API keys ----------------------------------------------------------------------------------------------------------

create table api_keys (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  mode mode not null,
  kind text not null check (kind in ('secret', 'public')),
  -- empty for the pair that every account has; further secret keys are named by people
  name text not null default '',
  -- the first ten characters of a secret, a public key whole
  shown text not null,
  -- null: all that a key can hold, also what later releases add
  permissions text[],
  -- users.id; null where nobody asked for it, and then nobody has seen the secret
  created_by bigint,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- rolled or revoked: dead from then on
  expires_at timestamptz,
  primary key (merchant_id, id),
  constraint api_keys_secret_not_kept check (kind = 'public' or length(shown) = 10)
);
create unique index api_keys_current on api_keys (merchant_id, mode, kind) where name = '' and expires_at is null;
create index api_keys_listed on api_keys (merchant_id, mode, id desc);

-- Where a key leads: across merchants, hence a table of its own. SHA-256 of the key.
create table api_key_hashes (
  key_hash bytea primary key check (octet_length(key_hash) = 32),
  merchant_id bigint not null,
  key_id bigint not null,
  foreign key (merchant_id, key_id) references api_keys on delete cascade
);
create index api_key_hashes_key on api_key_hashes (merchant_id, key_id);

-- The pair of a mode, where it is missing. Nobody is told this secret: rolling it makes one that is shown.
create function issue_keys(p_merchant_id bigint, p_mode mode, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_kind text;
  v_key text;
  v_id bigint;
begin
  foreach v_kind in array array['secret', 'public'] loop
    v_key := left(v_kind, 1) || 'k_' || p_mode || '_' || replace(gen_random_uuid()::text, '-', '')
             || case v_kind when 'secret' then replace(gen_random_uuid()::text, '-', '') else '' end;
    insert into api_keys (merchant_id, mode, kind, shown, created_at)
      values (p_merchant_id, p_mode, v_kind, case v_kind when 'secret' then left(v_key, 10) else v_key end, p_now)
      on conflict (merchant_id, mode, kind) where name = '' and expires_at is null do nothing
      returning id into v_id;
    if found then
      insert into api_key_hashes (key_hash, merchant_id, key_id)
        values (sha256(convert_to(v_key, 'UTF8')), p_merchant_id, v_id);
    end if;
  end loop;
end $$;

-- Test keys from the first day, live keys the moment an account may go live, whoever approves it.
create function issue_keys_of_merchant() returns trigger language plpgsql as $$
begin
  perform issue_keys(new.id, 'test', new.updated_at);
  if new.status = 3 then
    perform issue_keys(new.id, 'live', new.updated_at);
  end if;
  return null;
end $$;
create trigger merchants_issue_keys after insert or update of status on merchants
  for each row execute function issue_keys_of_merchant();

select issue_keys(id, 'test', now()) from merchants;
select issue_keys(id, 'live', now()) from merchants where status = 3;
