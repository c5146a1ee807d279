-- How often something was done lately, of whatever is limited: tries, codes, mails, declines, orders.
-- `failed_tries`, which this replaces, is still written by processes of the version before while they are replaced; it is
-- dropped by a later migration.

create table limit_uses (
  -- 0: counted over all merchants
  merchant_id bigint not null,
  -- keyed hash of what is limited and whom it is of: numbers, addresses and cards are not to be read here
  subject text collate "C" not null check (length(subject) = 43),
  -- oldest first; never more than the limit
  uses timestamptz[] not null,
  expires_at timestamptz not null,
  primary key (merchant_id, subject)
) with (fillfactor=50);
create index limit_uses_expires_at on limit_uses (expires_at);

-- Takes one use of each subject, or of none. Subjects must be sorted: whoever takes several locks them in one order.
-- Returns nothing when all were taken, else which of them refuses (from 1) and when it has a use again.
create function limit_take(
  p_merchants bigint[], p_subjects text[], p_seconds int[], p_allowed int[], p_now timestamptz,
  out refused int, out free_at timestamptz
) returns setof record language plpgsql as $$
begin
  insert into limit_uses as l (merchant_id, subject, uses, expires_at)
  select n.merchant, n.subject, array[p_now], p_now + make_interval(secs => n.seconds)
    from unnest(p_merchants, p_subjects, p_seconds) with ordinality as n(merchant, subject, seconds, place)
   order by n.place
  on conflict (merchant_id, subject) do update
    set uses = array(select u from unnest(l.uses) with ordinality as o(u, place)
                      where u > p_now - (excluded.expires_at - p_now) order by place) || p_now,
        expires_at = greatest(l.expires_at, excluded.expires_at);

  return query
  select n.place::int, l.uses[cardinality(l.uses) - n.allowed] + make_interval(secs => n.seconds)
    from unnest(p_merchants, p_subjects, p_seconds, p_allowed)
           with ordinality as n(merchant, subject, seconds, allowed, place)
    join limit_uses l on l.merchant_id = n.merchant and l.subject = n.subject
   where cardinality(l.uses) > n.allowed
   order by 2 desc limit 1;
  -- A refused use does not count. The rows are locked by now, so each one's last use is ours.
  if found then
    update limit_uses l set uses = trim_array(l.uses, 1)
      from unnest(p_merchants, p_subjects) as n(merchant, subject)
     where l.merchant_id = n.merchant and l.subject = n.subject;
  end if;
end $$;

-- Gives back one use of each subject that was taken at a moment. Sorted, as above.
create function limit_give_back(p_merchants bigint[], p_subjects text[], p_at timestamptz) returns void
language plpgsql as $$
declare
  place int;
begin
  for place in 1 .. cardinality(p_subjects) loop
    update limit_uses l
       set uses = l.uses[:array_position(l.uses, p_at) - 1] || l.uses[array_position(l.uses, p_at) + 1:]
     where l.merchant_id = p_merchants[place] and l.subject = p_subjects[place]
       and array_position(l.uses, p_at) is not null;
  end loop;
end $$;
