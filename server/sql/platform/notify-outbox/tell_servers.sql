-- Queues messages of a channel for all server processes, which get them after the commit (`news`). It does not use
-- NOTIFY, whose lock makes commits wait for each other (decision 125). Triggers and `add_plain_job` call it. On a Citus
-- cluster deploy/citus/outbox.sql replaces it.
create or replace function tell_servers(p_merchant_id bigint, p_channel text, variadic p_news json[])
  returns void
  language plpgsql
as $$
begin
  insert into public.news (channel, news) select p_channel, unnest(p_news);
end $$;
