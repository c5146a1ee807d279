-- Returns true if software of the merchant may read webhook events of a mode: it has a callback URL, a webhook
-- endpoint, or a secret key that was used. `tell_webhook`, `transactions_follow` and
-- server/src/webhooks/store-events.ts call it. PL/pgSQL, because an inlined SQL function would hide the merchant from a
-- cluster's planner.
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
