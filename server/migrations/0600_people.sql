-- A person is whoever signs in: one address, one password, one second step. `users` are their memberships: who they are in
-- one merchant, with which role. Until now both were one row.
create table people (
  id bigint generated always as identity primary key,
  email text not null unique,
  -- null: given up, or another person's
  mobile text unique check (mobile <> ''),
  -- null: not set yet
  password_hash text,
  -- since when a code of the authenticator follows the password
  two_step_at timestamptz,
  -- the merchant in which their last session was opened
  last_merchant_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table users
  -- null: has left
  add person_id bigint references people,
  -- since when the person is in this merchant; null: only invited
  add joined_at timestamptz;

insert into people (email, mobile, password_hash, two_step_at, created_at, updated_at)
  select u.email, l.mobile, u.password_hash, u.two_step_at, u.created_at, u.updated_at
    from users u left join logins l on l.merchant_id = u.merchant_id and l.user_id = u.id
   where u.deleted_at is null;
update users u
   set person_id = p.id, joined_at = case when u.password_hash is not null then u.created_at end
  from people p where u.deleted_at is null and p.email = u.email;

-- What proves who a person is, wherever they set it up. The merchant and user of a row stay: its hashes were made with them.
alter table authenticators add person_id bigint references people on delete cascade;
alter table recovery_codes add person_id bigint references people on delete cascade;
alter table passkeys add person_id bigint references people on delete cascade;
update authenticators a set person_id = u.person_id from users u
 where u.merchant_id = a.merchant_id and u.id = a.user_id;
update recovery_codes a set person_id = u.person_id from users u
 where u.merchant_id = a.merchant_id and u.id = a.user_id;
update passkeys a set person_id = u.person_id from users u
 where u.merchant_id = a.merchant_id and u.id = a.user_id;
create index authenticators_of_person on authenticators (person_id);
create index recovery_codes_of_person on recovery_codes (person_id);
create index passkeys_of_person on passkeys (person_id, id);

-- For as long as processes of the release before run beside this one (ADR 32), and no longer: they know no people. The next
-- release drops what is below, `logins`, and password and second step of `users`.
create function users_have_people() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.person_id is null and new.deleted_at is null then
      insert into people (email, mobile, password_hash, two_step_at, created_at, updated_at)
      select new.email,
             case when not exists (select from people p where p.mobile = new.mobile) then nullif(new.mobile, '') end,
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
create trigger users_have_people before insert or update of password_hash, deleted_at on users
  for each row execute function users_have_people();

create function people_follow_users() returns trigger language plpgsql as $$
begin
  if new.person_id is null then
    delete from people p where p.id = old.person_id and not exists (select from users u where u.person_id = p.id);
  elsif new.person_id = old.person_id then
    update people set email = new.email, mobile = case when old.mobile = new.mobile then mobile else nullif(new.mobile, '') end,
                      password_hash = new.password_hash, two_step_at = new.two_step_at
     where id = new.person_id
       and (old.email, old.mobile, old.password_hash, old.two_step_at)
           is distinct from (new.email, new.mobile, new.password_hash, new.two_step_at)
       and (email, password_hash, two_step_at) is not distinct from (old.email, old.password_hash, old.two_step_at);
  end if;
  return null;
end $$;
create trigger people_follow_users after update of email, mobile, password_hash, two_step_at, deleted_at on users
  for each row execute function people_follow_users();

create function users_follow_people() returns trigger language plpgsql as $$
begin
  update users set password_hash = new.password_hash, two_step_at = new.two_step_at
   where person_id = new.id and joined_at is not null
     and (password_hash, two_step_at) is distinct from (new.password_hash, new.two_step_at);
  return null;
end $$;
create trigger users_follow_people after update of password_hash, two_step_at on people
  for each row execute function users_follow_people();

create function factors_have_people() returns trigger language plpgsql as $$
begin
  new.person_id := coalesce(new.person_id,
    (select u.person_id from users u where u.merchant_id = new.merchant_id and u.id = new.user_id));
  return new;
end $$;
create trigger authenticators_have_people before insert on authenticators
  for each row execute function factors_have_people();
create trigger recovery_codes_have_people before insert on recovery_codes
  for each row execute function factors_have_people();
create trigger passkeys_have_people before insert on passkeys
  for each row execute function factors_have_people();
