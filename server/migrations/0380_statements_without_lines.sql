-- A statement may have no new line: it says that the balance is the same on a later day.
alter table bank_statement_files drop constraint bank_statement_files_lines_check;
alter table bank_statement_files add constraint bank_statement_files_lines_check check (lines >= 0);

-- A report that was signed says until which day statements are there: the statement that says so stays, with lines or without.
create function bank_statement_of_period() returns trigger language plpgsql as $$
begin
  if exists (
    select from reconciliation_cut_offs c
     where c.bank_account_id = old.bank_account_id and c.state = 'signed' and c.day <= old.covered_last_day
       and c.day > coalesce((select f.covered_last_day from bank_statement_files f
                              where f.bank_account_id = old.bank_account_id and f.state = 'imported' and f.id < old.id
                              order by f.id desc limit 1), '-infinity'::date)) then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $$;
create trigger bank_statement_of_period before update of state on bank_statement_files
  for each row when (new.state = 'undone') execute function bank_statement_of_period();
