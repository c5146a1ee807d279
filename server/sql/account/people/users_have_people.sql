-- Creates the person of a new user that has none, removes it from a deleted user, and keeps `joined_at` in step with
-- the password. Trigger of `users`, before insert and update; an older release that is still running knows no people.
create or replace function users_have_people()
  returns trigger
  language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    if new.person_id is null and new.deleted_at is null then
      insert into public.people (email, mobile, password_hash, two_step_at, created_at, updated_at)
      select new.email,
             case when not exists (select from public.people p where p.mobile = new.mobile) then nullif(new.mobile, '') end,
             new.password_hash, new.two_step_at, new.created_at, new.updated_at
      returning id into new.person_id;
      new.joined_at := case when new.password_hash is not null then new.created_at end;
    end if;
    return new;
  end if;
  if new.deleted_at is not null then
    new.person_id := null;
  elsif old.password_hash is distinct from new.password_hash then
    new.joined_at := case when new.password_hash is not null then coalesce(new.joined_at, now()) end;
  end if;
  return new;
end $$;
