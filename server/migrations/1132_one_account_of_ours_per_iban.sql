-- An IBAN of ours is registered once among the accounts in use; accounts that share one already stay in use.
alter table provider_bank_accounts add column iban_shared boolean not null default false;

update provider_bank_accounts a set iban_shared = true
 where state = 'on' and exists (
   select from provider_bank_accounts b where b.iban = a.iban and b.state = 'on' and b.id < a.id);

create unique index provider_bank_accounts_iban on provider_bank_accounts (iban) where state = 'on' and not iban_shared;
