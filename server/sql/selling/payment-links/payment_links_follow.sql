-- Refuses to change the status of a link that is not active, then updates open screens, counts of links and the webhook
-- event. Trigger of `payment_links`, after insert and updates of status; one function, since it runs in payments
-- (decision 116).
create or replace function payment_links_follow()
  returns trigger
  language plpgsql
as $$
begin
  if tg_op = 'UPDATE' then
    if new.status = old.status then
      return null;
    end if;
    if old.status <> 2 then
      raise exception using errcode = 'check_violation', constraint = 'payment_links_legal_transition', table = 'payment_links',
        message = 'payment_links: this change of status is not legal';
    end if;
    perform tell_servers(new.merchant_id, 'daftar_news', json_build_object(
      'merchantId', new.merchant_id, 'mode', new.mode, 'changed', 'payment-links'));
  end if;
  insert into public.merchant_statistics as s (merchant_id, mode, total_links, active_links, expired_links)
  values (
    new.merchant_id, new.mode,
    case when tg_op = 'INSERT' then 1 else 0 end,
    (new.status = 2)::int - case when tg_op = 'UPDATE' then (old.status = 2)::int else 0 end,
    (new.status = 3)::int - case when tg_op = 'UPDATE' then (old.status = 3)::int else 0 end)
  on conflict (merchant_id, mode) do update set
    total_links = s.total_links + excluded.total_links,
    active_links = s.active_links + excluded.active_links,
    expired_links = s.expired_links + excluded.expired_links;
  perform tell_webhook(new.merchant_id, new.mode, 'payment-link', new.id, case new.status
    when 2 then 'payment-link.created' when 1 then 'payment-link.closed' else 'payment-link.expired' end);
  return null;
end $$;
