-- Marks a settlement as unpaid, at the time of the bank's return, when its payment is deleted. Trigger of
-- `settlement_payments`, after delete.
create or replace function settlement_payments_unmark()
  returns trigger
  language plpgsql
as $$
begin
  update public.settlements set is_paid = false, changed_at = (
      select max(r.returned_at) from public.settlement_returns r
       where r.merchant_id = old.merchant_id and r.settlement_id = old.settlement_id)
   where merchant_id = old.merchant_id and id = old.settlement_id;
  return null;
end $$;
