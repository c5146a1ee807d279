-- Refuses impossible amounts and states of a transaction and names the rule as a check constraint would: refunds and
-- disputes within the charge, net = charge - fee - VAT, no method for a payout. Trigger of `transactions`, after insert
-- and changes of these columns (decision 116); `enable always`, so a restore or copy is checked too.
create or replace function transactions_figures()
  returns trigger
  language plpgsql
as $$
declare
  v_broken text;
begin
  if least(new.disputed_piastres, new.fee_piastres, new.pending_out_piastres, new.refunded_piastres, new.refunding_piastres,
           new.subtotal, new.vat_piastres) < 0
     or greatest(new.disputed_piastres, new.refunded_piastres + new.refunding_piastres) > new.charged_piastres
     or least(new.charged_piastres, new.total, new.value_piastres) <= 0
     or not new.is_payout and (new.payment_method is null
                               or new.net_piastres <> new.charged_piastres - new.fee_piastres - new.vat_piastres)
     or new.is_payout and (new.payment_method is not null or new.refunded_piastres <> 0)
     or new.status < 0 or new.status > 5
     or new.status = 3 and new.refunded_piastres < new.value_piastres
     or new.settlement_status not in (1, 2, 3)
     or new.fees_on not in ('M', 'C')
     or not new.flags <@ '{late,duplicate,over,partial,not-owed}'
     or new.card_last4 !~ '^[0-9]{4}$' then
    v_broken := case
      when new.card_last4 !~ '^[0-9]{4}$' then 'transactions_card_last4_check'
      when new.charged_piastres <= 0 then 'transactions_charged_piastres_check'
      when new.disputed_piastres < 0 then 'transactions_disputed_piastres_check'
      when new.disputed_piastres > new.charged_piastres then 'transactions_disputes_covered'
      when new.fee_piastres < 0 then 'transactions_fee_piastres_check'
      when new.fees_on not in ('M', 'C') then 'transactions_fees_on_check'
      when not new.flags <@ '{late,duplicate,over,partial,not-owed}' then 'transactions_flags_check'
      when not new.is_payout and new.payment_method is null then 'transactions_method_known'
      when not new.is_payout and new.net_piastres <> new.charged_piastres - new.fee_piastres - new.vat_piastres
        then 'transactions_net_adds_up'
      when new.is_payout and (new.payment_method is not null or new.refunded_piastres <> 0) then 'transactions_payout_is_no_payment'
      when new.pending_out_piastres < 0 then 'transactions_pending_out_piastres_check'
      when new.refunded_piastres < 0 or new.refunded_piastres > new.charged_piastres then 'transactions_refund_covered'
      when new.status = 3 and new.refunded_piastres < new.value_piastres then 'transactions_refunded_whole'
      when new.refunding_piastres < 0 then 'transactions_refunding_piastres_check'
      when new.refunded_piastres + new.refunding_piastres > new.charged_piastres then 'transactions_refunds_covered'
      when new.settlement_status not in (1, 2, 3) then 'transactions_settlement_status_check'
      when new.status < 0 or new.status > 5 then 'transactions_status_check'
      when new.subtotal < 0 then 'transactions_subtotal_check'
      when new.total <= 0 then 'transactions_total_check'
      when new.value_piastres <= 0 then 'transactions_value_piastres_check'
      when new.vat_piastres < 0 then 'transactions_vat_piastres_check'
    end;
    perform public.refuse_row('transactions', coalesce(v_broken, 'transactions_figures'));
  end if;
  return null;
end $$;
