-- NOTIFY locks the whole database from just before the commit until it is on disk, so payments that told servers something, or
-- woke the queue, committed one after another. What is to be told is written down instead, and told by a server once the
-- transaction has committed (ADR 125). Not logged: after a crash, servers connect anew and every open screen reads again.
create unlogged table news (
  id bigint generated always as identity,
  channel text not null,
  news json not null
);

create or replace function tell_servers(p_merchant_id bigint, p_channel text, p_news json) returns void
language plpgsql as $$
begin
  insert into news (channel, news) values (p_channel, p_news);
end $$;

-- A job as the queue's own function adds it without further options (a test compares them), but for its NOTIFY and at a tenth of
-- its cost.
create function add_plain_job(p_merchant_id bigint, p_name text, p_payload json, p_priority integer) returns void
language plpgsql as $$
begin
  loop
    insert into graphile_worker._private_jobs (task_id, payload, priority)
    select t.id, p_payload, p_priority from graphile_worker._private_tasks t where t.identifier = p_name;
    exit when found;
    insert into graphile_worker._private_tasks (identifier) values (p_name) on conflict do nothing;
  end loop;
  perform tell_servers(p_merchant_id, 'jobs:insert', '{}');
end $$;
