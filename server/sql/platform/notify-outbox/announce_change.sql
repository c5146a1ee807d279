create or replace function announce_change()
  returns trigger
  language plpgsql
as $$
begin
  perform tell_servers(new.merchant_id, 'daftar_news', json_build_object(
    'merchantId', new.merchant_id, 'mode', new.mode, 'changed', tg_argv[0]));
  return null;
end $$;
