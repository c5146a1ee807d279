-- Adds an amount and a number of payments, which may be negative, to the sum of a day, and deletes the row when no
-- payment is left. `keep_settlements_due` and `keep_settlements_due_of_new` call it. The update locks the row before it
-- is tested for zero.
create or replace function settlements_due_add(
  p_merchant_id bigint,
  p_mode mode,
  p_day date,
  p_amount bigint,
  p_payments integer
)
  returns void
  language plpgsql
as $$
begin
  if p_payments > 0 then
    insert into public.settlements_due as d (merchant_id, mode, day, amount_piastres, payments)
    values (p_merchant_id, p_mode, p_day, p_amount, p_payments)
    on conflict (merchant_id, mode, day) do update
      set amount_piastres = d.amount_piastres + excluded.amount_piastres, payments = d.payments + excluded.payments;
  else
    -- First changed, which locks it: whoever changes it meanwhile is waited for before it is found to be empty.
    update public.settlements_due d set amount_piastres = d.amount_piastres + p_amount, payments = d.payments + p_payments
     where d.merchant_id = p_merchant_id and d.mode = p_mode and d.day = p_day;
    if p_payments < 0 then
      delete from public.settlements_due d
       where d.merchant_id = p_merchant_id and d.mode = p_mode and d.day = p_day and d.payments = 0;
    end if;
  end if;
end $$;
