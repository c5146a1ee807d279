-- A payment changes `updated_at` of its link. If an index contained it, each payment would write a new entry into every index
-- of the link; a row whose indexed columns stay as they are gets none (a heap-only update). So the index contains the minute, which
-- payments of one minute share. The next migration fills it for links from before, a thousand at a time.
alter table payment_links add column updated_minute timestamptz;

create function payment_links_minute() returns trigger language plpgsql as $$
begin
  new.updated_minute := date_bin('1 minute', new.updated_at, '2000-01-01T00:00:00Z');
  return new;
end $$;
create trigger payment_links_minute before insert or update of updated_at on payment_links
  for each row execute function payment_links_minute();
alter table payment_links enable always trigger payment_links_minute;

create procedure fill_minutes_of_links() language plpgsql as $$
declare
  v_merchant bigint;
  v_last bigint;
begin
  for v_merchant in select m.id from merchants m order by m.id loop
    v_last := 0;
    loop
      with next as (
        select l.id from payment_links l
         where l.merchant_id = v_merchant and l.id > v_last and l.updated_minute is null
         order by l.id limit 1000
      ), filled as (
        update payment_links l set updated_minute = date_bin('1 minute', l.updated_at, '2000-01-01T00:00:00Z')
         where l.merchant_id = v_merchant and l.id in (select n.id from next n)
        returning l.id
      )
      select max(f.id) into v_last from filled f;
      commit;
      exit when v_last is null;
    end loop;
  end loop;
end $$;
