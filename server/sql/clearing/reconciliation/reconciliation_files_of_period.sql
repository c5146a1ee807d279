-- Refuses to undo the import of a settlement file that a signed report counts. Trigger of `reconciliation_files`,
-- before the state changes from `imported` to `undone`.
create or replace function reconciliation_files_of_period()
  returns trigger
  language plpgsql
as $$
begin
  if exists (select from public.reconciliation_cut_offs c
              where c.processor_account_id = old.processor_account_id and c.state = 'signed' and old.created_at <= c.made_at
                and coalesce(old.first_day, (old.created_at at time zone 'Africa/Cairo')::date) <= c.day) then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $$;
