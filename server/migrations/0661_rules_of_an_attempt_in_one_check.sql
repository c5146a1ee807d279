-- What every row of an attempt keeps to. As a check's, an answer of null is no refusal.
create function payment_attempts_rules(
  state text, holds_place boolean, counted boolean, value_piastres bigint, charge_piastres bigint,
  fee_piastres bigint, vat_piastres bigint, fees_on character, locale text, card_last4 character,
  external_ref text, unknown_word text
) returns boolean language plpgsql immutable as $$
declare
  v_broken text;
begin
  v_broken := case
    when not (card_last4 ~ '^[0-9]{4}$') then 'payment_attempts_card_last4_check'
    when not (charge_piastres > 0) then 'payment_attempts_charge_piastres_check'
    when not (external_ref ~ '^[0-9A-Z]{20}$') then 'payment_attempts_external_ref_check'
    when not (fee_piastres >= 0) then 'payment_attempts_fee_piastres_check'
    when not (fees_on in ('M', 'C')) then 'payment_attempts_fees_on_check'
    when not ((not holds_place) or (state in ('pending', 'challenge', 'otp', 'redirect', 'awaiting'))) then 'payment_attempts_final_holds_nothing'
    when not (locale in ('ar', 'en')) then 'payment_attempts_locale_check'
    when not ((not counted) or state = 'succeeded') then 'payment_attempts_only_success_counts'
    when not (state in ('pending', 'challenge', 'otp', 'redirect', 'awaiting', 'succeeded', 'failed', 'canceled', 'expired')) then 'payment_attempts_state_check'
    when not ((length(unknown_word) >= 1) and (length(unknown_word) <= 100)) then 'payment_attempts_unknown_word_check'
    when not (value_piastres > 0) then 'payment_attempts_value_piastres_check'
    when not (vat_piastres >= 0) then 'payment_attempts_vat_piastres_check'
  end;
  if v_broken is not null then
    perform refuse_row('payment_attempts', v_broken);
  end if;
  return true;
end $$;

alter table payment_attempts
  drop constraint payment_attempts_card_last4_check,
  drop constraint payment_attempts_charge_piastres_check,
  drop constraint payment_attempts_external_ref_check,
  drop constraint payment_attempts_fee_piastres_check,
  drop constraint payment_attempts_fees_on_check,
  drop constraint payment_attempts_final_holds_nothing,
  drop constraint payment_attempts_locale_check,
  drop constraint payment_attempts_only_success_counts,
  drop constraint payment_attempts_state_check,
  drop constraint payment_attempts_unknown_word_check,
  drop constraint payment_attempts_value_piastres_check,
  drop constraint payment_attempts_vat_piastres_check,
  add constraint payment_attempts_rules check (payment_attempts_rules(
    state, holds_place, counted, value_piastres, charge_piastres, fee_piastres, vat_piastres, fees_on, locale,
    card_last4, external_ref, unknown_word)) not valid;
