-- Refuses to book a batch of a settlement file as of a signed period, or to change one that is booked in it. Trigger of
-- `reconciliation_batches`, before updates of the booking.
create or replace function reconciliation_batches_of_period()
  returns trigger
  language plpgsql
as $$
declare
  v_until timestamptz := (select reconciliation_signed_until(f.processor_account_id)
                            from public.reconciliation_files f where f.id = new.file_id);
begin
  if old.booked_at < v_until or new.booked_at < v_until then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $$;
