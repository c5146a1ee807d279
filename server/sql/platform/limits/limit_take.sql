-- Counts one use of each subject, or of none if one has reached its limit within its seconds. Returns no row if all
-- were counted, else the place (from 1) of the subject that is free again last, and when. Subjects must be sorted, so
-- that sessions lock them in one order. server/src/platform/limits/store.ts calls it.
create or replace function limit_take(
  p_merchants bigint[],
  p_subjects text[],
  p_seconds integer[],
  p_allowed integer[],
  p_now timestamptz,
  out refused integer,
  out free_at timestamptz
)
  returns setof record
  language plpgsql
as $$
begin
  insert into public.limit_uses as l (merchant_id, subject, uses, expires_at)
  select n.merchant, n.subject, array[p_now],
         date_bin('10 minutes', p_now + make_interval(secs => n.seconds), timestamptz '2000-01-01 00:00Z') + interval '10 minutes'
    from unnest(p_merchants, p_subjects, p_seconds) with ordinality as n(merchant, subject, seconds, place)
   order by n.place
  on conflict (merchant_id, subject) do update
    set uses = array(select u from unnest(l.uses) with ordinality as o(u, place)
                      where u > p_now - (select make_interval(secs => max(n.seconds))
                                           from unnest(p_merchants, p_subjects, p_seconds) as n(merchant, subject, seconds)
                                          where n.merchant = l.merchant_id and n.subject = l.subject)
                      order by place) || p_now,
        expires_at = greatest(l.expires_at, excluded.expires_at);

  return query
  select n.place::int, l.uses[cardinality(l.uses) - n.allowed] + make_interval(secs => n.seconds)
    from unnest(p_merchants, p_subjects, p_seconds, p_allowed)
           with ordinality as n(merchant, subject, seconds, allowed, place)
    join public.limit_uses l on l.merchant_id = n.merchant and l.subject = n.subject
   where cardinality(l.uses) > n.allowed
   order by 2 desc limit 1;
  -- A refused use does not count. The rows are locked by now, so each one's last use is ours.
  if found then
    update public.limit_uses l set uses = trim_array(l.uses, 1)
      from unnest(p_merchants, p_subjects) as n(merchant, subject)
     where l.merchant_id = n.merchant and l.subject = n.subject;
  end if;
end $$;
