-- What a bank account was when money was promised to it stays readable for good: each change of its facts is a version
-- of its own, written by the database itself, and a settlement names the version that it was made for. An account of
-- before begins with what it is today, because only masked numbers of earlier changes are known (audit_log).
create table bank_account_versions (
  merchant_id bigint not null,
  bank_account_id bigint not null,
  version integer not null,
  account_name text not null,
  account_number text not null,
  bank_name text not null,
  bank_branch text not null,
  swift text not null,
  iban text not null,
  -- files.path; kept for good once a settlement was made for it
  document_path text,
  created_at timestamptz not null,
  primary key (merchant_id, bank_account_id, version),
  foreign key (merchant_id, bank_account_id) references bank_accounts
);

alter table bank_accounts add column version integer not null default 1;

insert into bank_account_versions
select merchant_id, id, version, account_name, account_number, bank_name, bank_branch, swift, iban, document_path, created_at
  from bank_accounts;

-- The number of a version is counted here and nowhere else.
create function bank_account_count_version() returns trigger language plpgsql as $$
begin
  new.version := case
    when tg_op = 'INSERT' then 1
    when (new.account_name, new.account_number, new.bank_name, new.bank_branch, new.swift, new.iban, new.document_path)
         is distinct from
         (old.account_name, old.account_number, old.bank_name, old.bank_branch, old.swift, old.iban, old.document_path)
      then old.version + 1
    else old.version end;
  return new;
end $$;
create trigger count_version before insert or update on bank_accounts
  for each row execute function bank_account_count_version();

create function bank_account_keep_version() returns trigger language plpgsql as $$
begin
  insert into bank_account_versions (merchant_id, bank_account_id, version, account_name, account_number, bank_name,
                                     bank_branch, swift, iban, document_path, created_at)
    values (new.merchant_id, new.id, new.version, new.account_name, new.account_number, new.bank_name,
            new.bank_branch, new.swift, new.iban, new.document_path, new.updated_at)
    on conflict do nothing;
  return null;
end $$;
create trigger keep_version after insert or update on bank_accounts
  for each row execute function bank_account_keep_version();

create trigger never_changed before update or delete or truncate on bank_account_versions
  for each statement execute function ledger_refuse_change('bank_account_versions_kept');

-- Settlements name it -------------------------------------------------------------------------------------------------

alter table settlements add column bank_account_version integer;
drop trigger settlements_change_by_payment_alone on settlements;
update settlements set bank_account_version = 1 where bank_account_id is not null;
create trigger settlements_change_by_payment_alone before update on settlements
  for each row when (old.is_paid or to_jsonb(new) - 'is_paid' is distinct from to_jsonb(old) - 'is_paid')
  execute function refuse_change();

alter table settlements
  drop constraint settlements_bank_account,
  add constraint settlements_bank_account foreign key (merchant_id, bank_account_id, bank_account_version)
    references bank_account_versions,
  add constraint settlements_bank_version check ((bank_account_id is null) = (bank_account_version is null));

update files f set pinned_at = now()
  from bank_account_versions v
 where f.merchant_id = v.merchant_id and f.path = v.document_path and f.attached_at is not null and f.pinned_at is null
   and exists (select from settlements s
                where s.merchant_id = v.merchant_id and s.bank_account_id = v.bank_account_id);

-- As before, and for the account as it is now: its version, and its letter with it.
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
  v_version integer;
  v_document text;
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
  -- Whoever changes it, turns it off or deletes it waits, or has done so.
  select b.id, b.version, b.document_path into v_account, v_version, v_document from bank_accounts b
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
      v_version := null;
    end if;
  end if;
  insert into settlements (merchant_id, mode, reference, amount_piastres, total_transactions, created_at,
                           bank_account_id, bank_account_version, bank_piastres)
    values (p_merchant_id, p_mode, p_reference, v_amount, cardinality(v_ids), p_now, v_account, v_version, v_bank)
    returning id into v_settlement;
  -- The bank's letter that money was sent by is kept as long as the settlement.
  update files f set pinned_at = p_now
   where v_account is not null and f.merchant_id = p_merchant_id and f.path = v_document
     and f.attached_at is not null and f.pinned_at is null;
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
