-- Whether anything is settled for a merchant: not while its settlements are on hold or it is suspended, and live money
-- only of one who may take it.
create or replace function merchant_settles(p_status smallint, p_held_at timestamptz, p_mode mode)
  returns boolean
  language sql
  immutable
as $$
  select p_held_at is null and (case p_mode when 'live' then p_status = 3 else p_status <> 4 end)
$$;
