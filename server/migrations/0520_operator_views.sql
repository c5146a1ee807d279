-- Views of the console's lists that operators keep under a name, each for themselves. They name filters and columns, no
-- rows.
create table operator_views (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators,
  list text not null,
  name text not null check (name <> ''),
  name_key text collate "C" not null generated always as (search_key(name)) stored,
  -- the parameters of the screen's address
  query jsonb not null,
  -- instead of the days of the list's range
  period text,
  -- by id in their order, a hidden one after a dash; null: those that the list begins with
  columns text,
  created_at timestamptz not null
);
create unique index operator_views_own on operator_views (operator_id, list, name_key);
