-- Of one address only so many messages that were never tried have jobs; the others are held, so that a million of one
-- merchant are not in the way of whoever looks for the next job.
alter table webhook_events add column held boolean not null default false;

-- Of many jobs that one transaction adds, those after the first hundred stand behind the jobs of others.
create or replace function queue_job(p_merchant_id bigint, p_name text, p_payload json) returns void
language plpgsql as $$
declare
  v_count int := coalesce(nullif(current_setting('daftar.queued', true), ''), '0')::int + 1;
begin
  perform set_config('daftar.queued', v_count::text, true);
  perform graphile_worker.add_job(p_name, p_payload,
    priority := case when v_count <= 100 then 0 else least(15, 1 + floor(log(2, v_count / 100.0))::int) end);
end $$;
