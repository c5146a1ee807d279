-- Refuses a transfer that breaks `ledger_transfers_rules`, is effective more than a year ahead, or is a manual entry
-- dated into a signed period of its processor account. Payments, refunds and disputes are exempt: they have happened.
-- Trigger of `ledger_transfers`, before insert and update; `enable always`, so a restore or copy is checked too.
-- Captures return first.
create or replace function ledger_transfers_of_period()
  returns trigger
  language plpgsql
as $$
begin
  if new.kind = 'capture' and new.corrects_transfer_id is null and (new.processor_account_id <= 0) is not true
     and new.effective_at <= now() + interval '1 year' and length(new.idempotency_key) between 1 and 255 then
    return new;
  end if;
  perform public.ledger_transfers_rules(new.kind, new.idempotency_key, new.corrects_transfer_id, new.processor_account_id);
  -- What was booked before or elsewhere stays as it is.
  if tg_op = 'UPDATE' or current_setting('session_replication_role') = 'replica' then
    return new;
  end if;
  if new.effective_at > now() + interval '1 year' then
    perform public.ledger_refuse('ledger_effective_in_time', 'a transfer is not effective more than a year after it is booked');
  end if;
  if new.processor_account_id is not null
     and new.kind in ('acquirer_paid', 'acquirer_written_off', 'acquirer_fee', 'chargeback_fee', 'correction')
     and new.effective_at < public.reconciliation_signed_until(new.processor_account_id) then
    perform public.reconciliation_refuse_signed();
  end if;
  return new;
end $$;
