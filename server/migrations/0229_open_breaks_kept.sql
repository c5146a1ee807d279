-- The sums above the list of open breaks are kept as breaks change, so that reading them costs the same however many are open.
-- Every statement adds what it changed, and nobody waits for anybody; a job adds the rows up each morning.
create table reconciliation_open_changes (
  id bigint generated always as identity primary key,
  kind text not null,
  -- In Cairo.
  opened_day date not null,
  -- How many more are open, and how much more their amounts in EGP are, those below zero counted as above.
  breaks integer not null,
  piastres bigint not null
);

create function reconciliation_open_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into reconciliation_open_changes (kind, opened_day, breaks, piastres)
    select kind, (opened_at at time zone 'Africa/Cairo')::date, count(*),
           coalesce(sum(abs(amount_piastres)) filter (where currency = 'EGP'), 0)
      from added where closed_at is null group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into reconciliation_open_changes (kind, opened_day, breaks, piastres)
    select kind, (opened_at at time zone 'Africa/Cairo')::date, -count(*),
           -coalesce(sum(abs(amount_piastres)) filter (where currency = 'EGP'), 0)
      from removed where closed_at is null group by 1, 2;
  else
    insert into reconciliation_open_changes (kind, opened_day, breaks, piastres)
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
create trigger reconciliation_open_added after insert on reconciliation_breaks referencing new table as added
  for each statement execute function reconciliation_open_changed();
create trigger reconciliation_open_moved after update on reconciliation_breaks
  referencing old table as removed new table as added for each statement execute function reconciliation_open_changed();
create trigger reconciliation_open_removed after delete on reconciliation_breaks referencing old table as removed
  for each statement execute function reconciliation_open_changed();

insert into reconciliation_open_changes (kind, opened_day, breaks, piastres)
select kind, (opened_at at time zone 'Africa/Cairo')::date, count(*),
       coalesce(sum(abs(amount_piastres)) filter (where currency = 'EGP'), 0)
  from reconciliation_breaks where closed_at is null group by 1, 2;
