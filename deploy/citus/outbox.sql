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
