-- Refuses to add lines of a bank statement to a signed period, or to delete lines from one; a line that comes late
-- counts in the next period. Trigger of `bank_lines`, after insert and delete, once per statement.
create or replace function bank_lines_of_period()
  returns trigger
  language plpgsql
as $$
begin
  if exists (select from (select bank_account_id, min(counted_on) as first_day from changed group by 1) a
              where a.first_day <= bank_signed_day(a.bank_account_id)) then
    perform reconciliation_refuse_signed();
  end if;
  return null;
end $$;
