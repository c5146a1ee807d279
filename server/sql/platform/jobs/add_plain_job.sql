-- A job as the queue's own function adds it without further options (a test compares them), but for its NOTIFY and at a tenth of
-- its cost.
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
