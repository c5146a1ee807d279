-- Refuses to commit a number of a series for which no document was written. Deferred constraint trigger of
-- `fee_document_series`, because the number is drawn before its document is inserted.
create or replace function fee_document_taken()
  returns trigger
  language plpgsql
as $$
begin
  if not exists (
    select from public.fee_document_numbers n
     where n.issuer_tax_id = new.issuer_tax_id and n.series = new.series and n.year = new.year
       and n.number = new.last_number
  ) then
    perform ledger_refuse('fee_documents_without_gaps', 'a number without a document');
  end if;
  return null;
end $$;
