-- Browsers that are told of notifications while the portal is shut, each for as long as the session that asked for it.
create table push_devices (
  merchant_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  -- which also says what browser it is
  session_id uuid not null,
  -- sha256 of the address: one browser is one device, whoever uses it
  endpoint_hash bytea not null,
  -- address and keys; whoever has them could send to the device
  sealed bytea not null,
  created_at timestamptz not null,
  told_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, user_id) references users,
  foreign key (merchant_id, session_id) references sessions on delete cascade
);
create index push_devices_of_session on push_devices (merchant_id, session_id);
create index push_devices_of_user on push_devices (merchant_id, user_id);
create index push_devices_by_endpoint on push_devices (endpoint_hash);

-- However a session ends (signing out, another password, somebody else's decision), its device hears nothing more.
create function forget_push_devices() returns trigger language plpgsql as $$
begin
  delete from push_devices where merchant_id = new.merchant_id and session_id = new.id;
  return null;
end $$;
create trigger sessions_forget_push_devices after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function forget_push_devices();
