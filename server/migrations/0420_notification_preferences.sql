-- How a person hears of what. Without a row, as everybody did before there were any: by everything they have.
create table notification_preferences (
  merchant_id bigint not null,
  user_id bigint not null,
  topic text not null,
  bell boolean not null,
  mail boolean not null,
  -- on devices that the person has registered for it
  push boolean not null default true,
  primary key (merchant_id, user_id, topic),
  foreign key (merchant_id, user_id) references users
);

-- Hours of Cairo's clock in which nobody is disturbed; over midnight when they end before they begin.
create table quiet_hours (
  merchant_id bigint not null,
  user_id bigint not null,
  from_hour smallint not null check (from_hour between 0 and 23),
  until_hour smallint not null check (until_hour between 0 and 23),
  primary key (merchant_id, user_id),
  foreign key (merchant_id, user_id) references users,
  check (from_hour <> until_hour)
);

-- Up to which notification a person has archived all: one row, however many notifications there are.
create table notification_marks (
  merchant_id bigint not null,
  user_id bigint not null,
  mode mode not null,
  notification_id bigint not null,
  -- when that one was written
  written_at timestamptz not null,
  primary key (merchant_id, user_id, mode),
  foreign key (merchant_id, user_id) references users
);
