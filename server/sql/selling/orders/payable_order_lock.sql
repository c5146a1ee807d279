-- Locks an order and returns whether it takes money: `open`, `full` (paid), `void` (canceled) or `closed` (too late).
-- `payable_lock` calls it by name for the kind `order`.
create or replace function payable_order_lock(p_merchant_id bigint, p_id bigint, p_now timestamptz)
  returns text
  language plpgsql
as $$
declare
  o record;
begin
  select x.status, x.fulfilment, x.due_at into o from public.orders x
   where x.merchant_id = p_merchant_id and x.id = p_id for no key update;
  return case
    when o.status = 2 then 'full'
    when o.fulfilment = 'canceled' then 'void'
    when o.due_at > p_now then 'open'
    else 'closed' end;
end $$;
