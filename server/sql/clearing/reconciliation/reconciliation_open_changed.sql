-- Records how a statement changes number and amount of open breaks, by kind and day (`reconciliation_open_changes`), so
-- that the sums above the list need not count. Trigger of `reconciliation_breaks`, once per statement. It only inserts,
-- so that sessions do not wait for each other; a job adds the rows up.
create or replace function reconciliation_open_changed()
  returns trigger
  language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.reconciliation_open_changes (kind, opened_day, breaks, piastres)
    select kind, (opened_at at time zone 'Africa/Cairo')::date, count(*),
           coalesce(sum(abs(amount_piastres)) filter (where currency = 'EGP'), 0)
      from added where closed_at is null group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into public.reconciliation_open_changes (kind, opened_day, breaks, piastres)
    select kind, (opened_at at time zone 'Africa/Cairo')::date, -count(*),
           -coalesce(sum(abs(amount_piastres)) filter (where currency = 'EGP'), 0)
      from removed where closed_at is null group by 1, 2;
  else
    insert into public.reconciliation_open_changes (kind, opened_day, breaks, piastres)
    select kind, opened_day, sum(breaks), sum(piastres)
      from (select kind, (opened_at at time zone 'Africa/Cairo')::date as opened_day, 1 as breaks,
                   case currency when 'EGP' then abs(amount_piastres) else 0 end as piastres
              from added where closed_at is null
             union all
            select kind, (opened_at at time zone 'Africa/Cairo')::date, -1,
                   case currency when 'EGP' then -abs(amount_piastres) else 0 end
              from removed where closed_at is null) x
     group by 1, 2 having sum(breaks) <> 0 or sum(piastres) <> 0;
  end if;
  return null;
end $$;
