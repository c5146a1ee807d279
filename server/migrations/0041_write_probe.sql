-- One row that is written every few seconds, by one process for all: when it cannot be, nothing can. A standby that
-- PostgreSQL waits for and that does not answer stops every commit, while reading goes on.
create table write_probe (
  one boolean primary key default true check (one),
  at timestamptz not null
);
