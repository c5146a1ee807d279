-- Stores each version of a bank account in `bank_account_versions`, because settlements and payouts name the version
-- that they were paid to. Trigger of `bank_accounts`, after insert and update.
create or replace function bank_account_keep_version()
  returns trigger
  language plpgsql
as $$
begin
  insert into public.bank_account_versions (merchant_id, bank_account_id, version, account_name, account_number, bank_name,
                                     bank_branch, swift, iban, document_path, latin_name, town, created_at)
    values (new.merchant_id, new.id, new.version, new.account_name, new.account_number, new.bank_name,
            new.bank_branch, new.swift, new.iban, new.document_path, new.latin_name, new.town, new.updated_at)
    on conflict do nothing;
  return null;
end $$;
