-- For a cluster alone, after distribute.mjs: what triggers and functions of a merchant's machine have to tell servers and the
-- queue is written down there, in the transaction that causes it, and handed on by relay.mjs on the coordinator.
set citus.multi_shard_modify_mode = sequential;
create table if not exists relayed (
  merchant_id bigint not null,
  id uuid not null default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  channel text,
  job text,
  payload json not null,
  primary key (merchant_id, id)
);
select create_distributed_table('relayed', 'merchant_id', colocate_with := 'transactions')
 where not exists (select from pg_dist_partition where logicalrelid = 'relayed'::regclass);

create or replace function tell_servers(p_merchant_id bigint, p_channel text, variadic p_news json[]) returns void
language plpgsql as $$
declare
  v_news json;
begin
  foreach v_news in array p_news loop
    insert into public.relayed (merchant_id, channel, payload) values (p_merchant_id, p_channel, v_news);
  end loop;
end $$;

create or replace function queue_job(p_merchant_id bigint, p_name text, p_payload json) returns void
language plpgsql as $$
begin
  insert into public.relayed (merchant_id, job, payload) values (p_merchant_id, p_name, p_payload);
end $$;

-- A transaction that writes at one machine and in a table of the coordinator that Citus does not know is committed there first, then
-- here: a crash between the two loses what is here, such as the job of what is there. Whatever writes a table that Citus knows
-- here is committed in two phases, everywhere or nowhere.
create table if not exists commits_whole (id integer primary key);
select citus_add_local_table_to_metadata('commits_whole')
 where not exists (select from pg_dist_partition where logicalrelid = 'commits_whole'::regclass);

create or replace function commits_whole() returns trigger language plpgsql as $$
begin
  -- Once a transaction is enough.
  if current_setting('daftar.commits_whole', true) is distinct from pg_current_xact_id()::text then
    perform set_config('daftar.commits_whole', pg_current_xact_id()::text, true);
    delete from public.commits_whole where id = 0;
  end if;
  return null;
end $$;

do $$
declare
  v_table regclass;
begin
  for v_table in
    select c.oid from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations'
       and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
       and not exists (select from pg_dist_shard s where c.relname = s.logicalrelid::text || '_' || s.shardid)
  loop
    execute format('create or replace trigger commits_whole after insert or update or delete on %s for each statement execute function commits_whole()', v_table);
  end loop;
  create or replace trigger commits_whole after insert on graphile_worker._private_jobs
    for each statement execute function commits_whole();
end $$;

-- Foreign keys to the tables that are on every machine let a transaction use one connection to each machine alone.
do $$
declare
  v_function regprocedure;
begin
  execute format('alter database %I set citus.multi_shard_modify_mode = sequential', current_database());
  -- Migrations make triggers of merchants' tables, which tools/citus.mjs reads instead of Citus.
  execute format('alter database %I set citus.enable_unsafe_triggers = on', current_database());
  -- Rows of the coordinator's tables, found by a token or an address, go to the machines of merchants, not the other way round.
  execute format('alter database %I set citus.local_table_join_policy = %L', current_database(), 'prefer-local');
  -- A plan for any values is one that Citus cannot send to the machine of a merchant.
  for v_function in
    select oid from pg_proc where pronamespace = 'public'::regnamespace and 'plan_cache_mode=force_generic_plan' = any (proconfig)
  loop
    execute format('alter function %s reset plan_cache_mode', v_function);
  end loop;
end $$;
