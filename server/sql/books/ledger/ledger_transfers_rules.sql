-- Refuses a transfer of an unknown kind or with an invalid key, correction or processor account, naming the rule as a
-- check constraint would. `ledger_transfers_of_period` calls it (decision 116).
create or replace function ledger_transfers_rules(
  kind text,
  idempotency_key text,
  corrects_transfer_id bigint,
  processor_account_id bigint
)
  returns boolean
  language plpgsql
  immutable
as $$
declare
  v_broken text;
begin
  v_broken := case
    when length(idempotency_key) < 1 or length(idempotency_key) > 255 then 'ledger_idempotency_key_length'
    when corrects_transfer_id is not null and kind <> 'correction' then 'ledger_only_corrections_correct'
    when processor_account_id <= 0 then 'ledger_processor_account_is_an_id'
    when kind <> 'capture' and kind not in (
      'refund', 'refund_reversed', 'settlement', 'settlement_paid', 'chargeback_opened', 'chargeback_applied',
      'chargeback_won', 'payout_requested', 'payout_handed_over', 'payout_returned', 'acquirer_fee', 'chargeback_fee',
      'acquirer_paid', 'acquirer_suspended', 'acquirer_identified', 'acquirer_written_off', 'reserve_released',
      'reserve_drawn', 'correction') then 'ledger_transfer_kind_known'
  end;
  if v_broken is not null then
    perform public.refuse_row('ledger_transfers', v_broken);
  end if;
  return true;
end $$;
