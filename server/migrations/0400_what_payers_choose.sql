-- Links without an end or a limit, and links whose payer decides the amount or the quantity within bounds.
--
-- Without an end, due_at is 'infinity'; without a limit, max_payment_count is the largest integer: whatever compares
-- them, and every index, stays as it is.

alter table payment_links
  add column min_amount bigint,
  add column max_amount bigint,
  add column suggested_amounts bigint[] not null default '{}',
  add column min_quantity integer not null default 1,
  add column max_quantity integer not null default 1,
  drop constraint payment_links_max_payment_count_check;
alter table payment_links
  add constraint payment_links_max_payment_count_check
    check (max_payment_count between 1 and 1000000 or max_payment_count = 2147483647) not valid,
  -- The amount is the one suggested first.
  add constraint payment_links_amount_within_bounds
    check ((min_amount is null) = (max_amount is null)
           and (min_amount is null or (1 <= min_amount and min_amount < max_amount and max_amount <= 999999999999
                                       and amount between min_amount and max_amount))) not valid,
  add constraint payment_links_suggestions_within_bounds
    check (suggested_amounts = '{}'
           or (min_amount is not null and cardinality(suggested_amounts) <= 4
               and min_amount <= all (suggested_amounts) and max_amount >= all (suggested_amounts))) not valid,
  add constraint payment_links_quantities
    check ((min_quantity = 1 and max_quantity = 1)
           or (1 <= min_quantity and min_quantity < max_quantity and max_quantity <= 10000
               and min_amount is null)) not valid;

-- How many pieces a payment is for, where its payer chose.
alter table payment_attempts add column quantity integer not null default 1;

-- Refuses an attempt that is not what its link offers, whoever writes it: outside the bounds, or with another total.
create function attempt_is_as_offered() returns trigger language plpgsql as $$
declare
  l payment_links%rowtype;
  t record;
begin
  select * into strict l from payment_links x where x.merchant_id = new.merchant_id and x.id = new.payable_id;
  select x.subtotal, x.total, x.value_piastres, x.rate_scaled, x.currency into strict t
    from transactions x where x.merchant_id = new.merchant_id and x.id = new.transaction_id;
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

create trigger payment_attempts_as_offered after insert on payment_attempts
  for each row when (new.payable_kind = 'payment-link') execute function attempt_is_as_offered();
