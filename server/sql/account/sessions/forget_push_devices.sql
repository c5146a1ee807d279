-- Deletes the push subscription of a session that ends, however it ends. Trigger of `sessions`, after updates of
-- `ended_at`.
create or replace function forget_push_devices()
  returns trigger
  language plpgsql
as $$
begin
  delete from public.push_devices where merchant_id = new.merchant_id and session_id = new.id;
  return null;
end $$;
