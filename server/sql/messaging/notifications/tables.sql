create table notifications (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  -- a key of the catalogue with its parameters, so that each reader sees it in their own language
  kind text not null,
  params jsonb not null default '{}',
  href text,
  created_at timestamptz not null default now(),
  -- users.id: for this person alone; for everybody but this person
  only_user_id bigint,
  except_user_id bigint,
  primary key (merchant_id, id)
);

alter table notifications add constraint notifications_merchant_id_fkey foreign key (merchant_id)
  references merchants (id);

create index notifications_by_kind on notifications (merchant_id, mode, kind, created_at desc, id desc);
create index notifications_newest on notifications (merchant_id, mode, created_at desc, id desc);

create trigger notifications_announce after insert on notifications
  for each row execute function notification_announce();

-- The notification up to which a person has archived all: one row, however many notifications there are.
create table notification_marks (
  merchant_id bigint not null,
  user_id bigint not null,
  mode mode not null,
  notification_id bigint not null,
  -- when that notification was written
  written_at timestamptz not null,
  primary key (merchant_id, user_id, mode)
);

alter table notification_marks add constraint notification_marks_merchant_id_user_id_fkey foreign key (merchant_id,
  user_id) references users (merchant_id, id);

create table notification_archives (
  merchant_id bigint not null,
  notification_id bigint not null,
  user_id bigint not null,
  archived_at timestamptz not null default now(),
  primary key (merchant_id, user_id, notification_id)
);

alter table notification_archives add constraint notification_archives_merchant_id_notification_id_fkey foreign key
  (merchant_id, notification_id) references notifications (merchant_id, id) on delete cascade;

-- Notification preferences of a person. Without a row: every channel that they have, as before preferences existed.
create table notification_preferences (
  merchant_id bigint not null,
  user_id bigint not null,
  topic text not null,
  bell boolean not null,
  mail boolean not null,
  -- on devices that the person has registered for it
  push boolean not null default true,
  primary key (merchant_id, user_id, topic)
);

alter table notification_preferences add constraint notification_preferences_merchant_id_user_id_fkey foreign key
  (merchant_id, user_id) references users (merchant_id, id);

-- Quiet hours in Cairo time; over midnight if they end before they begin.
create table quiet_hours (
  merchant_id bigint not null,
  user_id bigint not null,
  from_hour smallint not null check (from_hour between 0 and 23),
  until_hour smallint not null check (until_hour between 0 and 23),
  primary key (merchant_id, user_id),
  constraint quiet_hours_check check (from_hour <> until_hour)
);

alter table quiet_hours add constraint quiet_hours_merchant_id_user_id_fkey foreign key (merchant_id, user_id)
  references users (merchant_id, id);

-- Browsers that get notifications while the portal is closed, each for as long as its session.
create table push_devices (
  merchant_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  -- also states which browser it is
  session_id uuid not null,
  -- sha256 of the URL: one browser is one device, whoever uses it
  endpoint_hash bytea not null,
  -- URL and keys; whoever has them could send to the device
  sealed bytea not null,
  created_at timestamptz not null,
  told_at timestamptz,
  primary key (merchant_id, id)
);

alter table push_devices add constraint push_devices_merchant_id_session_id_fkey foreign key (merchant_id, session_id)
  references sessions (merchant_id, id) on delete cascade;
alter table push_devices add constraint push_devices_merchant_id_user_id_fkey foreign key (merchant_id, user_id)
  references users (merchant_id, id);

create index push_devices_by_endpoint on push_devices (endpoint_hash);
create index push_devices_of_session on push_devices (merchant_id, session_id);
create index push_devices_of_user on push_devices (merchant_id, user_id);

-- Browsers whose device was removed by its person: one that registers again by itself gets nothing, until it is turned
-- on there again, which gives it another URL.
create table push_devices_removed (
  merchant_id bigint not null,
  user_id bigint not null,
  endpoint_hash bytea not null,
  removed_at timestamptz not null,
  primary key (merchant_id, user_id, endpoint_hash)
);

alter table push_devices_removed add constraint push_devices_removed_merchant_id_user_id_fkey foreign key
  (merchant_id, user_id) references users (merchant_id, id);
