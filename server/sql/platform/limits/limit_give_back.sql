-- Removes the use that `limit_take` counted for each subject at `p_at`, for requests that should not count. Subjects
-- are sorted, so that sessions lock them in one order. server/src/platform/limits/store.ts calls it.
create or replace function limit_give_back(p_merchants bigint[], p_subjects text[], p_at timestamptz)
  returns void
  language plpgsql
as $$
declare
  place int;
begin
  for place in 1 .. cardinality(p_subjects) loop
    update public.limit_uses l
       set uses = l.uses[:array_position(l.uses, p_at) - 1] || l.uses[array_position(l.uses, p_at) + 1:]
     where l.merchant_id = p_merchants[place] and l.subject = p_subjects[place]
       and array_position(l.uses, p_at) is not null;
  end loop;
end $$;
