-- Refuses to delete the payment of a settlement unless the bank's return of it is recorded. Trigger of
-- `settlement_payments`, before delete.
create or replace function settlement_payments_returned_only()
  returns trigger
  language plpgsql
as $$
begin
  if not exists (select from public.settlement_returns r
                  where r.merchant_id = old.merchant_id and r.settlement_id = old.settlement_id
                    and r.paid_at = old.paid_at and r.bank_reference = old.bank_reference) then
    raise exception 'settlement_payments is append-only' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
