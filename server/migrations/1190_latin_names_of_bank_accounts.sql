-- Banks want the beneficiary's name in Latin letters and its town in files of transfers.
alter table bank_accounts
  add column latin_name text not null default ''
    constraint bank_accounts_latin_name check (latin_name ~ '^[A-Za-z0-9/?:().,''+ -]{0,140}$'),
  add column town text not null default ''
    constraint bank_accounts_town check (town ~ '^[A-Za-z0-9/?:().,''+ -]{0,35}$');
alter table bank_account_versions
  add column latin_name text not null default '',
  add column town text not null default '';

create or replace function bank_account_count_version() returns trigger language plpgsql as $$
begin
  new.version := case
    when tg_op = 'INSERT' then 1
    when (new.account_name, new.account_number, new.bank_name, new.bank_branch, new.swift, new.iban, new.document_path,
          new.latin_name, new.town)
         is distinct from
         (old.account_name, old.account_number, old.bank_name, old.bank_branch, old.swift, old.iban, old.document_path,
          old.latin_name, old.town)
      then old.version + 1
    else old.version end;
  return new;
end $$;

create or replace function bank_account_keep_version() returns trigger language plpgsql as $$
begin
  insert into public.bank_account_versions (merchant_id, bank_account_id, version, account_name, account_number, bank_name,
                                     bank_branch, swift, iban, document_path, latin_name, town, created_at)
    values (new.merchant_id, new.id, new.version, new.account_name, new.account_number, new.bank_name,
            new.bank_branch, new.swift, new.iban, new.document_path, new.latin_name, new.town, new.updated_at)
    on conflict do nothing;
  return null;
end $$;
