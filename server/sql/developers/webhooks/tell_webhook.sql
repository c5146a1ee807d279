-- Queues the event of a row if software of the merchant wants events. Triggers of invoices, orders and payment links
-- call it, because these change in functions of the database too.
create or replace function tell_webhook(p_merchant_id bigint, p_mode mode, p_noun text, p_id bigint, p_type text)
  returns void
  language plpgsql
as $$
begin
  if events_wanted(p_merchant_id, p_mode) then
    perform queue_event(p_merchant_id, p_mode, p_noun, p_id, p_type);
  end if;
end $$;
