-- Refuses to undo the import of a bank statement that a signed report relies on for how far statements reach. Trigger
-- of `bank_statement_files`, before the state becomes `undone`.
create or replace function bank_statement_of_period()
  returns trigger
  language plpgsql
as $$
begin
  if exists (
    select from public.reconciliation_cut_offs c
     where c.bank_account_id = old.bank_account_id and c.state = 'signed' and c.day <= old.covered_last_day
       and c.day > coalesce((select f.covered_last_day from public.bank_statement_files f
                              where f.bank_account_id = old.bank_account_id and f.state = 'imported' and f.id < old.id
                              order by f.id desc limit 1), '-infinity'::date)) then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $$;
