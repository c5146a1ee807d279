-- NOTIFY locks the whole database from just before the commit until it is on disk, so payments that notified servers,
-- or woke the queue, committed one after another. Notifications are therefore stored here, and sent by a server after
-- the transaction has committed (ADR 125). Unlogged: after a crash, servers reconnect and every open page reads again.
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
