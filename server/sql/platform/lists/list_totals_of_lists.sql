-- The same of figures that every payment adds to.
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
