-- Adds a job to the queue like `graphile_worker.add_job` without options, at a tenth of the cost: it wakes workers
-- through `tell_servers`, not NOTIFY. A test compares both. `queue_job` and server/src/platform/jobs/jobs.ts call it.
create or replace function add_plain_job(p_merchant_id bigint, p_name text, p_payload json, p_priority integer)
  returns void
  language plpgsql
as $$
begin
  loop
    insert into graphile_worker._private_jobs (task_id, payload, priority)
    select t.id, p_payload, p_priority from graphile_worker._private_tasks t where t.identifier = p_name;
    exit when found;
    insert into graphile_worker._private_tasks (identifier) values (p_name) on conflict do nothing;
  end loop;
  perform tell_servers(p_merchant_id, 'jobs:insert', '{}');
end $$;
