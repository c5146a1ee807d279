-- NOTIFY locks the whole database from just before the commit until it is on disk, so payments that told servers
-- something, or woke the queue, committed one after another. What is to be told is written down instead, and told by a
-- server once the transaction has committed (ADR 125). Not logged: after a crash, servers connect anew and every open
-- screen reads again.
create unlogged table news (
  id bigint not null default ((extract(epoch from clock_timestamp()) * (1000000)::numeric))::bigint,
  channel text not null,
  news json not null
);

-- One row that is written every few seconds, by one process for all: when it cannot be, nothing can. A standby that
-- PostgreSQL waits for and that does not answer stops every commit, while reading goes on.
create table write_probe (
  one boolean not null default true check (one),
  at timestamptz not null,
  primary key (one)
);
