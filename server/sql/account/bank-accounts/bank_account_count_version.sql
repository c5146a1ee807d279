-- Sets the version of a bank account: 1 when it is inserted, one more when account, holder, bank or letter change.
-- Trigger of `bank_accounts`, before insert and update, so that no writer can choose the number.
create or replace function bank_account_count_version()
  returns trigger
  language plpgsql
as $$
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
