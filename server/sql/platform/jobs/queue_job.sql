-- Adds a job in the current transaction and wakes a worker. Jobs after the first hundred of a transaction get a lower
-- priority, so that a bulk change does not delay others. Carries the trace of the request. `queue_event` and
-- `attempt_outcome` call it. On a Citus cluster deploy/citus/outbox.sql replaces it, because the queue is on another
-- machine.
create or replace function queue_job(p_merchant_id bigint, p_name text, p_payload json)
  returns void
  language plpgsql
as $$
declare
  -- Empty, not null, in a session that named one before.
  v_cause text := nullif(current_setting('daftar.traceparent', true), '');
begin
  if v_cause is not null then
    p_payload := (p_payload::jsonb || jsonb_build_object('traceparent', v_cause))::json;
  end if;
  with job as (
    insert into graphile_worker._private_jobs (task_id, payload, priority)
    select t.id, p_payload, case when turn <= 100 then 0 else least(15, 1 + floor(log(2, turn / 100.0))::int) end
      from graphile_worker._private_tasks t,
           (select set_config('daftar.queued', (coalesce(nullif(current_setting('daftar.queued', true), ''), '0')::int + 1)::text, true)::int
            offset 0) queued (turn)
     where t.identifier = p_name
    returning id)
  insert into public.news (channel, news) select 'jobs:insert', '{}' from job;
  -- The first job of its name.
  if not found then
    perform add_plain_job(p_merchant_id, p_name, p_payload, 0);
  end if;
end $$;
