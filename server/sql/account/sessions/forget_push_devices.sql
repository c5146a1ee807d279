-- However a session ends (signing out, another password, somebody else's decision), its device hears nothing more.
create or replace function forget_push_devices()
  returns trigger
  language plpgsql
as $$
begin
  delete from public.push_devices where merchant_id = new.merchant_id and session_id = new.id;
  return null;
end $$;
