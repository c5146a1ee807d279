-- In SQL alone, PostgreSQL puts a function's text into its caller's statement, where the merchant is no longer given.
create or replace function events_wanted(p_merchant_id bigint, p_mode mode)
  returns boolean
  language plpgsql
  stable
as $$
begin
  return exists (select from public.merchant_settings s
                  where s.merchant_id = p_merchant_id and s.mode = p_mode and s.callback_url is not null)
      or exists (select from public.webhook_endpoints e where e.merchant_id = p_merchant_id and e.mode = p_mode)
      or exists (select from public.api_keys k
                  where k.merchant_id = p_merchant_id and k.mode = p_mode and k.kind = 'secret'
                    and k.last_used_at is not null);
end $$;
