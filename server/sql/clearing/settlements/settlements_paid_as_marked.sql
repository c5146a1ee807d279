-- Refuses `is_paid` of a settlement unless it says whether a payment is recorded. Trigger of `settlements`, before
-- updates of `is_paid`; only the triggers of `settlement_payments` can change it.
create or replace function settlements_paid_as_marked()
  returns trigger
  language plpgsql
as $$
begin
  if new.is_paid is distinct from exists (
    select from public.settlement_payments p where p.merchant_id = new.merchant_id and p.settlement_id = new.id) then
    raise exception 'a settlement is marked as paid by its payment alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
