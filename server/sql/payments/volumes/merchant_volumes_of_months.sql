create or replace function merchant_volumes_of_months()
  returns trigger
  language plpgsql
as $$
begin
  if extract(day from new.month) <> 1 then
    perform public.refuse_row('merchant_volumes', 'merchant_volumes_month_check');
  end if;
  return null;
end $$;
