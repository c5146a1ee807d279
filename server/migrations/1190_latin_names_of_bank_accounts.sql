-- Banks want the beneficiary's name in Latin letters and its town in files of transfers.
alter table bank_accounts
  add column latin_name text not null default '',
  add column town text not null default '';
alter table bank_accounts
  add constraint bank_accounts_latin_name check (latin_name ~ '^[A-Za-z0-9/?:().,''+ -]{0,140}$');
alter table bank_accounts add constraint bank_accounts_town check (town ~ '^[A-Za-z0-9/?:().,''+ -]{0,35}$');
alter table bank_account_versions
  add column latin_name text not null default '',
  add column town text not null default '';
