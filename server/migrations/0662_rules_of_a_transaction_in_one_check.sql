-- What every row of a transaction keeps to. As a check's, an answer of null is no refusal.
create function transactions_rules(
  payment_method smallint, status smallint, subtotal bigint, total bigint, value_piastres bigint,
  charged_piastres bigint, fee_piastres bigint, vat_piastres bigint, net_piastres bigint, fees_on character,
  refunded_piastres bigint, settlement_status smallint, flags text[], is_payout boolean, card_last4 character,
  refunding_piastres bigint, disputed_piastres bigint, pending_out_piastres bigint
) returns boolean language plpgsql immutable as $$
declare
  v_broken text;
begin
  v_broken := case
    when not (card_last4 ~ '^[0-9]{4}$') then 'transactions_card_last4_check'
    when not (charged_piastres > 0) then 'transactions_charged_piastres_check'
    when not (disputed_piastres >= 0) then 'transactions_disputed_piastres_check'
    when not (disputed_piastres <= charged_piastres) then 'transactions_disputes_covered'
    when not (fee_piastres >= 0) then 'transactions_fee_piastres_check'
    when not (fees_on in ('M', 'C')) then 'transactions_fees_on_check'
    when not (flags <@ array['late', 'duplicate', 'over', 'partial', 'not-owed']) then 'transactions_flags_check'
    when not (is_payout or (payment_method is not null)) then 'transactions_method_known'
    when not (is_payout or (net_piastres = ((charged_piastres - fee_piastres) - vat_piastres))) then 'transactions_net_adds_up'
    when not (pending_out_piastres >= 0) then 'transactions_pending_out_piastres_check'
    when not (refunded_piastres >= 0 and refunded_piastres <= charged_piastres) then 'transactions_refund_covered'
    when not (status <> 3 or refunded_piastres >= value_piastres) then 'transactions_refunded_whole'
    when not (refunding_piastres >= 0) then 'transactions_refunding_piastres_check'
    when not ((refunded_piastres + refunding_piastres) <= charged_piastres) then 'transactions_refunds_covered'
    when not (settlement_status in (1, 2, 3)) then 'transactions_settlement_status_check'
    when not (status >= 0 and status <= 5) then 'transactions_status_check'
    when not (subtotal >= 0) then 'transactions_subtotal_check'
    when not (total > 0) then 'transactions_total_check'
    when not (value_piastres > 0) then 'transactions_value_piastres_check'
    when not (vat_piastres >= 0) then 'transactions_vat_piastres_check'
  end;
  if v_broken is not null then
    perform refuse_row('transactions', v_broken);
  end if;
  return true;
end $$;

alter table transactions
  drop constraint transactions_card_last4_check,
  drop constraint transactions_charged_piastres_check,
  drop constraint transactions_disputed_piastres_check,
  drop constraint transactions_disputes_covered,
  drop constraint transactions_fee_piastres_check,
  drop constraint transactions_fees_on_check,
  drop constraint transactions_flags_check,
  drop constraint transactions_method_known,
  drop constraint transactions_net_adds_up,
  drop constraint transactions_pending_out_piastres_check,
  drop constraint transactions_refund_covered,
  drop constraint transactions_refunded_whole,
  drop constraint transactions_refunding_piastres_check,
  drop constraint transactions_refunds_covered,
  drop constraint transactions_settlement_status_check,
  drop constraint transactions_status_check,
  drop constraint transactions_subtotal_check,
  drop constraint transactions_total_check,
  drop constraint transactions_value_piastres_check,
  drop constraint transactions_vat_piastres_check,
  add constraint transactions_rules check (transactions_rules(
    payment_method, status, subtotal, total, value_piastres, charged_piastres, fee_piastres, vat_piastres,
    net_piastres, fees_on, refunded_piastres, settlement_status, flags, is_payout, card_last4, refunding_piastres,
    disputed_piastres, pending_out_piastres)) not valid;
