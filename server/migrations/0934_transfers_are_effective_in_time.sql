-- A statement of account begins each day with the first transfer that is effective on it or later, so one dated far ahead by hand
-- would take all that follow out of their days. Nothing of ours books ahead; the year leaves room for clocks that differ.
create or replace function ledger_transfers_of_period() returns trigger language plpgsql as $$
begin
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
