-- Files that prove what became of a break. They stay, also once it has ended.

-- The provider has files of its own: merchant 0, as in the audit log, which no row of merchants is.
alter table files drop constraint files_merchant_id_fkey;
create function files_have_owners() returns trigger language plpgsql as $$
begin
  if not exists (select from merchants where id = new.merchant_id) then
    raise foreign_key_violation using message = 'a file is of no merchant', constraint = 'files_have_owners';
  end if;
  return new;
end $$;
create trigger files_have_owners before insert or update of merchant_id on files
  for each row when (new.merchant_id <> 0) execute function files_have_owners();

create table reconciliation_evidence (
  id bigint generated always as identity primary key,
  break_id bigint not null references reconciliation_breaks,
  -- In `files`, of merchant 0.
  path text collate "C" not null unique,
  actor text not null check (actor <> ''),
  created_at timestamptz not null
);
create index reconciliation_evidence_of_break on reconciliation_evidence (break_id, id);
create trigger append_only before update or delete or truncate on reconciliation_evidence
  for each statement execute function refuse_change();
