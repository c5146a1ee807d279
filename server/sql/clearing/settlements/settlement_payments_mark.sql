-- Marks a settlement as paid when its payment is recorded. Trigger of `settlement_payments`, after insert. The
-- console's list of unpaid settlements reads an index of the mark.
create or replace function settlement_payments_mark()
  returns trigger
  language plpgsql
as $$
begin
  update public.settlements set is_paid = true, changed_at = new.paid_at
   where merchant_id = new.merchant_id and id = new.settlement_id;
  return null;
end $$;
