-- Refuses lines of a settlement file that are dated into a signed period and not marked `is_late`; late lines count in
-- the next period. Trigger of `reconciliation_lines`, after insert, once per statement.
create or replace function reconciliation_lines_of_period()
  returns trigger
  language plpgsql
as $$
begin
  if exists (select from (select processor_account_id, min(occurred_on) as first_day from added where not is_late group by 1) a
              where a.first_day < (reconciliation_signed_until(a.processor_account_id) at time zone 'Africa/Cairo')::date) then
    perform reconciliation_refuse_signed();
  end if;
  return null;
end $$;
