-- A batch that was booked in a signed period stays booked, and none is booked as of then.
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
