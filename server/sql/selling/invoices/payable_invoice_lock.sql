-- Locks an invoice, then the share `p_id`, and returns whether the share takes money: `open`, `full` (paid), `void`
-- (canceled) or `closed` (too late). `payable_lock` calls it by name for the kind `invoice`.
create or replace function payable_invoice_lock(p_merchant_id bigint, p_id bigint, p_now timestamptz)
  returns text
  language plpgsql
as $$
declare
  i record;
  s record;
begin
  select x.status, x.due_at into i from public.invoices x
   where x.merchant_id = p_merchant_id
     and x.id = (select y.invoice_id from public.invoice_shares y where y.merchant_id = p_merchant_id and y.id = p_id)
     for no key update;
  select x.status into s from public.invoice_shares x
   where x.merchant_id = p_merchant_id and x.id = p_id for no key update;
  return case
    when s.status = 'paid' then 'full'
    -- A share taken off its invoice is canceled too.
    when s.status = 'canceled' or i.status = 3 then 'void'
    when i.status = 1 and i.due_at > p_now then 'open'
    else 'closed' end;
end $$;
