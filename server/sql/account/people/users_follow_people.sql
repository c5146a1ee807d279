-- Copies password and second step of a person to its users who have joined. Trigger of `people`, after update; an older
-- release that is still running reads them from the user.
create or replace function users_follow_people()
  returns trigger
  language plpgsql
as $$
begin
  update public.users set password_hash = new.password_hash, two_step_at = new.two_step_at
   where person_id = new.id and joined_at is not null
     and (password_hash, two_step_at) is distinct from (new.password_hash, new.two_step_at);
  return null;
end $$;
