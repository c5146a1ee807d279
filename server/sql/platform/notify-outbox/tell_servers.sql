-- What triggers tell servers and put into the queue goes through these two. On a cluster a trigger runs on the machine that has
-- the merchant, where nobody listens and no queue is: there deploy/citus/outbox.sql makes both write to a table instead.
create or replace function tell_servers(p_merchant_id bigint, p_channel text, variadic p_news json[])
  returns void
  language plpgsql
as $$
begin
  insert into public.news (channel, news) select p_channel, unnest(p_news);
end $$;
