-- When a backup and a restore drill last succeeded, recorded by their scripts: `/metrics` reports their age.
create table upkeep (
  what text not null check (what in ('backup', 'drill')),
  at timestamptz not null default now(),
  seconds double precision not null check (seconds >= 0::double precision),
  primary key (what)
);
