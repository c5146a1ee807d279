import type { Db } from '../platform/db/connect.ts';

/** Only this many of the newest messages are read, so that a scrape costs the same however long the outbox is. */
const LOOKED_AT = 5_000;

/**
 * How long the longest-waiting message has waited since another of its channel last left: one refused address among
 * messages that leave does not count, an unreachable gateway does. In seconds; 0 when nothing waits.
 */
export async function outboxAge(sql: Db): Promise<Record<'email' | 'sms', number>> {
  const rows = await sql<{ channel: 'email' | 'sms'; seconds: number }[]>`
    with newest as (
      select channel, state, created_at, sealed is not null as waits
        from messages order by created_at desc limit ${LOOKED_AT}),
    left_last as (select channel, max(created_at) as at from newest where state = 'sent' group by channel)
    select n.channel, extract(epoch from now() - min(n.created_at))::float8 as seconds
      from newest n left join left_last l on l.channel = n.channel
     where n.state in ('queued', 'failed') and n.waits and (l.at is null or n.created_at > l.at)
     group by n.channel`;
  return { email: 0, sms: 0, ...Object.fromEntries(rows.map(({ channel, seconds }) => [channel, seconds])) };
}
