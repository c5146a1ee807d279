-- What belongs to a signed period is asked by the function itself, as in 0664.
create or replace function ledger_transfers_of_period() returns trigger language plpgsql as $$
begin
  if new.processor_account_id is not null
     and new.kind in ('acquirer_paid', 'acquirer_written_off', 'acquirer_fee', 'chargeback_fee', 'correction')
     and new.effective_at < reconciliation_signed_until(new.processor_account_id) then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $$;
create or replace trigger of_period before insert on ledger_transfers
  for each row execute function ledger_transfers_of_period();
