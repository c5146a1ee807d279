-- Tells all server processes of a new notification after the commit, with who may see it. Trigger of `notifications`,
-- after insert. server/src/notifications/event-hub.ts receives it.
create or replace function notification_announce()
  returns trigger
  language plpgsql
as $$
begin
  perform tell_servers(new.merchant_id, 'daftar_news', json_build_object(
    'merchantId', new.merchant_id, 'mode', new.mode, 'id', new.id, 'kind', new.kind,
    'only', new.only_user_id, 'except', new.except_user_id));
  return null;
end $$;
