-- Refuses invalid terms of an attempt (amounts, fees, locale, card digits) and names the rule as a check constraint
-- would. Trigger of `payment_attempts`, after insert and changes of these columns only: PostgreSQL evaluates checks in
-- every update, and those of state and place are the frequent ones (decision 116). `enable always`, so a restore or
-- copy is checked too.
create or replace function payment_attempts_terms()
  returns trigger
  language plpgsql
as $$
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
