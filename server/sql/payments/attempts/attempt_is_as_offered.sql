-- Refuses a new attempt on a payment link whose quantity, amount, fees, tax, currency or exchange rate differ from the
-- link's terms (`payment_attempts_as_offered`). Trigger of `payment_attempts`, after insert. In the database so that no
-- caller can charge a price that the merchant did not set. Null bounds of the link mean its fixed amount.
create or replace function attempt_is_as_offered()
  returns trigger
  language plpgsql
as $$
declare
  l public.payment_links%rowtype;
  t record;
begin
  select * into strict l from public.payment_links x where x.merchant_id = new.merchant_id and x.id = new.payable_id;
  select x.subtotal, x.total, x.value_piastres, x.rate_scaled, x.currency into strict t
    from public.transactions x where x.merchant_id = new.merchant_id and x.id = new.transaction_id;
  if new.quantity not between l.min_quantity and l.max_quantity
     or t.subtotal not between coalesce(l.min_amount, l.amount * new.quantity)
                           and coalesce(l.max_amount, l.amount * new.quantity)
     or t.total <> t.subtotal + l.fixed_fees + round(t.subtotal::numeric * l.fees_bps / 10000)
                              + l.fixed_tax + round(t.subtotal::numeric * l.tax_bps / 10000)
     or t.currency <> l.currency or t.rate_scaled <> l.rate_scaled
     or new.value_piastres <> round(t.total::numeric * l.rate_scaled / 1000000)
     or t.value_piastres <> new.value_piastres then
    raise exception 'attempt % of link % is not what the link offers', new.id, l.reference
      using errcode = 'check_violation', constraint = 'payment_attempts_as_offered';
  end if;
  return null;
end $$;
