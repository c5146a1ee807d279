-- Marks active payment links past their due time as expired, the oldest first, and returns how many: of one merchant
-- and mode, or, with nulls, of all. Skips links that are locked. server/src/payables/expiring.ts calls it. Locks within
-- one merchant at a time, because a cluster cannot lock rows across merchants.
create or replace function expire_links(
  p_now timestamptz,
  p_merchant_id bigint default null,
  p_mode mode default null::mode,
  p_limit integer default 500
)
  returns integer
  language plpgsql
as $$
declare
  v_merchants bigint[];
  v_ids bigint[];
  v_merchant bigint;
  v_some integer;
  v_count integer := 0;
begin
  if p_merchant_id is null then
    select array_agg(d.merchant_id), array_agg(d.id) into v_merchants, v_ids
      from (select merchant_id, id from public.payment_links
             where status = 2 and due_at <= p_now order by due_at limit p_limit) d;
  else
    select array_agg(d.merchant_id), array_agg(d.id) into v_merchants, v_ids
      from (select merchant_id, id from public.payment_links
             where merchant_id = p_merchant_id and mode = p_mode and status = 2 and due_at <= p_now
             order by due_at limit p_limit) d;
  end if;
  for v_merchant in select distinct m from unnest(v_merchants) m order by m loop
    with due as (
      select id from public.payment_links
       where merchant_id = v_merchant and id = any (v_ids) and status = 2 and due_at <= p_now
         for no key update skip locked
    )
    update public.payment_links x set status = 3, updated_at = p_now
      from due where x.merchant_id = v_merchant and x.id = due.id;
    get diagnostics v_some = row_count;
    v_count := v_count + v_some;
  end loop;
  return v_count;
end $$;
