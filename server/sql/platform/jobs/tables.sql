-- When a backup and a restoring drill last succeeded, noted by their scripts: `/metrics` reports how long ago.
create table upkeep (
  what text not null check (what in ('backup', 'drill')),
  at timestamptz not null default now(),
  seconds double precision not null check (seconds >= 0::double precision),
  primary key (what)
);
