-- A report that was signed says until which day statements are there: the statement that says so stays, with lines or without.
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
