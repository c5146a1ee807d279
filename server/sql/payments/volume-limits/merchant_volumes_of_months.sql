-- Refuses a volume whose month is not the first day of a month, as a check constraint would. Trigger of
-- `merchant_volumes`, after insert and changes of `month`, because every payment updates these rows and would evaluate
-- a check (decision 116).
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
