-- Deletes the events of messages that are deleted from the history of customers. Trigger of `messages`, after delete,
-- once per statement. Works on one merchant at a time, so that each statement runs on one machine of a cluster.
create or replace function customer_messages_go()
  returns trigger
  language plpgsql
  set enable_seqscan = off
as $$
declare
  v_merchants bigint[];
  v_merchant bigint;
  v_ids bigint[];
begin
  select array_agg(distinct g.merchant_id) into v_merchants from gone g;
  foreach v_merchant in array coalesce(v_merchants, '{}') loop
    select array_agg(g.id) into v_ids from gone g where g.merchant_id = v_merchant;
    delete from public.customer_events e where e.merchant_id = v_merchant and e.kind = 'message' and e.row_id = any (v_ids);
  end loop;
  return null;
end $$;
