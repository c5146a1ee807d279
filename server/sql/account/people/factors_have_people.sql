-- Sets the person of a new authenticator, passkey or recovery code from its user. Trigger of `authenticators`,
-- `passkeys` and `recovery_codes`, before insert; an older release that is still running writes only the user.
create or replace function factors_have_people()
  returns trigger
  language plpgsql
as $$
begin
  new.person_id := coalesce(new.person_id,
    (select u.person_id from public.users u where u.merchant_id = new.merchant_id and u.id = new.user_id));
  return new;
end $$;
