-- A person is in a merchant once; and nobody is in one without being a person.
create unique index users_once on users (merchant_id, person_id);
create index users_of_person on users (person_id);
alter table users add constraint users_person check ((person_id is null) = (deleted_at is not null));
