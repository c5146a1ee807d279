-- Refuses to reverse the booking of a batch while a difference that it left is written off. Trigger of
-- `reconciliation_batches`, before updates of `booked_at`.
create or replace function reconciliation_batches_written_off()
  returns trigger
  language plpgsql
as $$
begin
  if exists (select from public.reconciliation_write_offs w
               join public.reconciliation_breaks b on b.id = w.break_id
               join public.reconciliation_lines l on l.file_id = b.file_id and l.line_no = b.line_no
              where w.undone_at is null and w.account <> 'bank' and l.file_id = old.file_id and l.batch_id = old.id) then
    raise exception 'something of the batch is written off'
      using errcode = 'restrict_violation', constraint = 'reconciliation_batches_written_off';
  end if;
  return new;
end $$;
