-- PostgreSQL reads the text of a table's checks again in every statement that writes the table, whatever that changes. A payment
-- changes a link's places and status, and its attempt's state: what neither touches is asked by triggers of the columns, of
-- every session (`always`), and the checks keep what changes with payments.
create function payment_links_terms() returns trigger language plpgsql as $$
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
create trigger payment_links_terms after insert or update of mode, currency, amount, fixed_fees, fees_bps, fixed_tax, tax_bps, fees,
  tax, total, value_piastres, rate_scaled, payment_methods, max_payment_count, language, min_amount, max_amount, suggested_amounts,
  min_quantity, max_quantity, success_url, cancel_url on payment_links
  for each row execute function payment_links_terms();
alter table payment_links enable always trigger payment_links_terms;

create function payment_links_places(status smallint, max_payment_count integer, paid_count integer, held_count integer)
returns boolean language plpgsql immutable as $$
declare
  v_broken text;
begin
  v_broken := case
    when status = 2 and paid_count >= max_payment_count then 'payment_links_full_is_not_active'
    when held_count < 0 then 'payment_links_held_count_check'
    when paid_count < 0 then 'payment_links_paid_count_check'
    when paid_count > max_payment_count or held_count > max_payment_count then 'payment_links_places'
    when status not in (1, 2, 3) then 'payment_links_status_check'
  end;
  if v_broken is not null then
    perform public.refuse_row('payment_links', v_broken);
  end if;
  return true;
end $$;
alter table payment_links
  drop constraint payment_links_rules,
  add constraint payment_links_rules check (payment_links_places(status, max_payment_count, paid_count, held_count)) not valid;
drop function payment_links_rules;

create function payment_attempts_terms() returns trigger language plpgsql as $$
declare
  v_broken text;
begin
  v_broken := case
    when new.card_last4 !~ '^[0-9]{4}$' then 'payment_attempts_card_last4_check'
    when new.charge_piastres <= 0 then 'payment_attempts_charge_piastres_check'
    when new.external_ref !~ '^[0-9A-Z]{20}$' then 'payment_attempts_external_ref_check'
    when new.fee_piastres < 0 then 'payment_attempts_fee_piastres_check'
    when new.fees_on not in ('M', 'C') then 'payment_attempts_fees_on_check'
    when new.locale not in ('ar', 'en') then 'payment_attempts_locale_check'
    when length(new.unknown_word) < 1 or length(new.unknown_word) > 100 then 'payment_attempts_unknown_word_check'
    when new.value_piastres <= 0 then 'payment_attempts_value_piastres_check'
    when new.vat_piastres < 0 then 'payment_attempts_vat_piastres_check'
  end;
  if v_broken is not null then
    perform public.refuse_row('payment_attempts', v_broken);
  end if;
  return null;
end $$;
create trigger payment_attempts_terms after insert or update of value_piastres, charge_piastres, fee_piastres, vat_piastres, fees_on,
  locale, card_last4, external_ref, unknown_word on payment_attempts
  for each row execute function payment_attempts_terms();
alter table payment_attempts enable always trigger payment_attempts_terms;

create function payment_attempts_states(state text, holds_place boolean, counted boolean) returns boolean language plpgsql immutable as $$
declare
  v_broken text;
begin
  v_broken := case
    when holds_place and state not in ('pending', 'challenge', 'otp', 'redirect', 'awaiting') then 'payment_attempts_final_holds_nothing'
    when counted and state <> 'succeeded' then 'payment_attempts_only_success_counts'
    when state not in ('pending', 'challenge', 'otp', 'redirect', 'awaiting', 'succeeded', 'failed', 'canceled', 'expired') then 'payment_attempts_state_check'
  end;
  if v_broken is not null then
    perform public.refuse_row('payment_attempts', v_broken);
  end if;
  return true;
end $$;
alter table payment_attempts
  drop constraint payment_attempts_rules,
  add constraint payment_attempts_rules check (payment_attempts_states(state, holds_place, counted)) not valid;
drop function payment_attempts_rules;

-- The same of figures that every payment adds to.
create function list_totals_of_lists() returns trigger language plpgsql as $$
begin
  if new.list not in ('transactions', 'customers', 'refunds') then
    perform public.refuse_row('list_totals', 'list_totals_list_check');
  end if;
  return null;
end $$;
create trigger of_lists after insert or update of list on list_totals for each row execute function list_totals_of_lists();
alter table list_totals enable always trigger of_lists;
alter table list_totals drop constraint list_totals_list_check;

create function merchant_volumes_of_months() returns trigger language plpgsql as $$
begin
  if extract(day from new.month) <> 1 then
    perform public.refuse_row('merchant_volumes', 'merchant_volumes_month_check');
  end if;
  return null;
end $$;
create trigger of_months after insert or update of month on merchant_volumes
  for each row execute function merchant_volumes_of_months();
alter table merchant_volumes enable always trigger of_months;
alter table merchant_volumes drop constraint merchant_volumes_month_check;
