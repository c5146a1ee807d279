-- Tells open screens that rows of a noun changed; the trigger's argument is the noun. Trigger of `invoices`, `orders`
-- and `tickets`, after changes of status. server/src/notifications/event-hub.ts receives it.
create or replace function announce_change()
  returns trigger
  language plpgsql
as $$
begin
  perform tell_servers(new.merchant_id, 'daftar_news', json_build_object(
    'merchantId', new.merchant_id, 'mode', new.mode, 'changed', tg_argv[0]));
  return null;
end $$;
