-- The limits that a process sets on each of its connections, and cannot through PgBouncer: run once, as a superuser.
--   psql -v role=daftar -f deploy/postgres/role.sql
-- Migrations, backups and commands set their own.
alter role :"role" set statement_timeout = '15s';
alter role :"role" set lock_timeout = '10s';
alter role :"role" set idle_in_transaction_session_timeout = '30s';
alter role :"role" set max_parallel_workers_per_gather = 0;
alter role :"role" set random_page_cost = 1.1;
-- /metrics reports how far standbys are behind.
grant pg_read_all_stats to :"role";
