-- Views of lists that people keep under a name, for themselves or for everybody of the business. They name filters, no
-- rows, so one serves live and test mode.
create table saved_views (
  merchant_id bigint not null references merchants,
  id bigint generated always as identity,
  -- users.id: who saved it
  user_id bigint not null,
  list text not null,
  name text not null check (name <> ''),
  name_key text collate "C" not null generated always as (search_key(name)) stored,
  -- the parameters of the screen's address
  query jsonb not null,
  -- instead of the days of the list's range
  period text,
  is_shared boolean not null,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, user_id) references users
);
create unique index saved_views_own on saved_views (merchant_id, user_id, list, name_key) where not is_shared;
create unique index saved_views_shared on saved_views (merchant_id, list, name_key) where is_shared;
