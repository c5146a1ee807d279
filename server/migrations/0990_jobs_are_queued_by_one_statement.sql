-- Each payment queues a job: the job, its turn among those of the transaction and the word that wakes a worker are one statement.
create or replace function queue_job(p_merchant_id bigint, p_name text, p_payload json) returns void language plpgsql as $$
begin
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
