-- Returns true if settlements of a merchant may be paid in this mode: they are not on hold, and the merchant is
-- approved (live) or at least not suspended (test). `settle_due`, `reserve_release` and lists of settlements, transfers
-- and reserves call it.
create or replace function merchant_settles(p_status smallint, p_held_at timestamptz, p_mode mode)
  returns boolean
  language sql
  immutable
as $$
  select p_held_at is null and (case p_mode when 'live' then p_status = 3 else p_status <> 4 end)
$$;
