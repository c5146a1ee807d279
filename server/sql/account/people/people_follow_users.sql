-- Copies e-mail address, mobile number, password and second step of a user to its person, and deletes a person without
-- users. Trigger of `users`, after update; an older release that is still running writes only the user.
create or replace function people_follow_users()
  returns trigger
  language plpgsql
as $$
begin
  if new.person_id is null then
    delete from public.people p where p.id = old.person_id and not exists (select from public.users u where u.person_id = p.id);
  elsif new.person_id = old.person_id then
    update public.people set email = new.email, mobile = case when old.mobile = new.mobile then mobile else nullif(new.mobile, '') end,
                      password_hash = new.password_hash, two_step_at = new.two_step_at
     where id = new.person_id
       and (old.email, old.mobile, old.password_hash, old.two_step_at)
           is distinct from (new.email, new.mobile, new.password_hash, new.two_step_at)
       and (email, password_hash, two_step_at) is not distinct from (old.email, old.password_hash, old.two_step_at);
  end if;
  return null;
end $$;
