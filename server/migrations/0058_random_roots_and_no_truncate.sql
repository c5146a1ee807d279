-- Keys of what strangers hand in (callbacks, forms) are derived from the root secret and this salt: in a database from before its
-- root was drawn at random, whoever knows a retired DAFTAR_SECRET, which is its root, can not make them. See ADR 54.
create table signing_salts (
  -- one row at most
  only_one boolean primary key default true check (only_one),
  salt text not null check (length(salt) >= 32),
  created_at timestamptz not null
);

-- What nobody changes or deletes row by row is not emptied as a whole either.
create trigger never_emptied before truncate on audit_log for each statement execute function refuse_change();
create trigger never_emptied before truncate on settlements for each statement execute function refuse_change();
create trigger never_emptied before truncate on settlement_items for each statement execute function refuse_change();
create trigger never_emptied before truncate on settlement_payments for each statement execute function refuse_change();
create trigger never_emptied before truncate on ticket_messages for each statement execute function refuse_change();
create trigger never_emptied before truncate on transaction_events for each statement execute function refuse_change();
