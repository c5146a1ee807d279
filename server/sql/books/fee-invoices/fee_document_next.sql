-- Refuses to skip a number of a series of tax documents: `last_number` starts at 0 and grows by one. Trigger of
-- `fee_document_series`, before insert and update. With `fee_document_taken`, it keeps the numbers without gaps.
create or replace function fee_document_next()
  returns trigger
  language plpgsql
as $$
begin
  if (tg_op = 'INSERT' and new.last_number <> 0)
     or (tg_op = 'UPDATE' and new.last_number <> old.last_number + 1)
     or (tg_op = 'UPDATE' and (new.issuer_tax_id, new.series, new.year) <> (old.issuer_tax_id, old.series, old.year)) then
    perform ledger_refuse('fee_documents_without_gaps', 'the next number is the last one and one');
  end if;
  return new;
end $$;
