-- Adds to the total of a list (`list_totals`). A total is the sum of several rows: the function takes one that nobody
-- is writing, or inserts one, so that payments do not wait for each other. Triggers of transactions, refunds and
-- customers, and server/src/platform/lists/totals.ts, call it.
create or replace function list_total_add(
  p_merchant_id bigint,
  p_mode mode,
  p_list text,
  p_status smallint,
  p_rows bigint
)
  returns void
  language plpgsql
  set enable_seqscan = off
as $$
begin
  update public.list_totals t set rows = t.rows + p_rows
   where t.merchant_id = p_merchant_id and t.mode = p_mode and t.list = p_list and t.status = p_status and t.part = (
     select x.part from public.list_totals x
      where x.merchant_id = p_merchant_id and x.mode = p_mode and x.list = p_list and x.status = p_status
      limit 1 for no key update skip locked);
  if not found then
    insert into public.list_totals (merchant_id, mode, list, status, rows) values (p_merchant_id, p_mode, p_list, p_status, p_rows);
  end if;
end $$;
