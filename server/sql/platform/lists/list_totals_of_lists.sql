-- Refuses a total of an unknown list, as a check constraint would. Trigger of `list_totals`, after insert and changes
-- of `list`, because every payment updates these rows and would evaluate a check (decision 116).
create or replace function list_totals_of_lists()
  returns trigger
  language plpgsql
as $$
begin
  if new.list not in ('transactions', 'customers', 'refunds') then
    perform public.refuse_row('list_totals', 'list_totals_list_check');
  end if;
  return null;
end $$;
