-- Refuses invalid terms of a payment link (amounts, fees, tax, bounds, quantities, addresses), naming the rule as a
-- check constraint would. Trigger of `payment_links`, after insert and changes of these columns: PostgreSQL would
-- evaluate checks also when a payment changes the places (decision 116). `enable always`, so a restore or copy is
-- checked too.
create or replace function payment_links_terms()
  returns trigger
  language plpgsql
as $$
declare
  v_broken text;
begin
  v_broken := case
    when new.amount < 1 or new.amount > 999999999999 then 'payment_links_amount_check'
    when not ((new.min_amount is null) = (new.max_amount is null) and (new.min_amount is null or (1 <= new.min_amount and new.min_amount < new.max_amount and new.max_amount <= 999999999999 and (new.amount >= new.min_amount and new.amount <= new.max_amount)))) then 'payment_links_amount_within_bounds'
    when not ((length(new.cancel_url) <= 2000) and ((new.cancel_url ~ '^https://[^\s@/?#]+([/?#]|$)') or ((new.mode = 'test') and (new.cancel_url ~ '^http://(localhost|127\.0\.0\.1)(:[0-9]{1,5})?([/?#]|$)')))) then 'payment_links_cancel_url'
    when new.currency not in ('EGP', 'USD') then 'payment_links_currency_check'
    when new.fees_bps < 0 or new.fees_bps > 10000 then 'payment_links_fees_bps_check'
    when new.fees < 0 then 'payment_links_fees_check'
    when new.fixed_fees < 0 then 'payment_links_fixed_fees_check'
    when new.fixed_tax < 0 then 'payment_links_fixed_tax_check'
    when new.language not in (1, 2) then 'payment_links_language_check'
    when not ((new.max_payment_count >= 1 and new.max_payment_count <= 1000000) or new.max_payment_count = 2147483647) then 'payment_links_max_payment_count_check'
    when new.fixed_fees <> 0 and new.fees_bps <> 0 then 'payment_links_one_kind_of_fees'
    when new.fixed_tax <> 0 and new.tax_bps <> 0 then 'payment_links_one_kind_of_tax'
    when cardinality(new.payment_methods) = 0 then 'payment_links_payment_methods_check'
    when not ((new.min_quantity = 1 and new.max_quantity = 1) or (1 <= new.min_quantity and new.min_quantity < new.max_quantity and new.max_quantity <= 10000 and new.min_amount is null)) then 'payment_links_quantities'
    when new.rate_scaled <= 0 then 'payment_links_rate_scaled_check'
    when not ((length(new.success_url) <= 2000) and ((new.success_url ~ '^https://[^\s@/?#]+([/?#]|$)') or ((new.mode = 'test') and (new.success_url ~ '^http://(localhost|127\.0\.0\.1)(:[0-9]{1,5})?([/?#]|$)')))) then 'payment_links_success_url'
    when not ((new.suggested_amounts = '{}'::bigint[]) or ((new.min_amount is not null) and (cardinality(new.suggested_amounts) <= 4) and (new.min_amount <= all (new.suggested_amounts)) and (new.max_amount >= all (new.suggested_amounts)))) then 'payment_links_suggestions_within_bounds'
    when new.tax_bps < 0 or new.tax_bps > 10000 then 'payment_links_tax_bps_check'
    when new.tax < 0 then 'payment_links_tax_check'
    when new.total <> new.amount + new.fees + new.tax then 'payment_links_total_adds_up'
    when new.total < 1 or new.total > 999999999999 then 'payment_links_total_check'
    when new.value_piastres < 1 or new.value_piastres > 999999999999999 then 'payment_links_value_piastres_check'
  end;
  if v_broken is not null then
    perform public.refuse_row('payment_links', v_broken);
  end if;
  return null;
end $$;
