-- Queues the job `tell-webhook`, which writes the event of a row and sends it. `tell_webhook` and `transactions_follow`
-- call it after `events_wanted`.
create or replace function queue_event(p_merchant_id bigint, p_mode mode, p_noun text, p_id bigint, p_type text)
  returns void
  language plpgsql
as $$
begin
  perform queue_job(p_merchant_id, 'tell-webhook', json_build_object(
    'merchantId', p_merchant_id, 'mode', p_mode, 'noun', p_noun, 'id', p_id, 'type', p_type));
end $$;
