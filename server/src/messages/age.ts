import type { Db } from '../platform/db/connect.ts';

/** Number of the newest messages that are read, so that a scrape costs the same whatever the length of the outbox. */
const LOOKED_AT = 5_000;

/**
 * Returns how long the oldest waiting message has waited since another of its channel was last sent: a refused
 * address among messages that are sent does not count, an unreachable gateway does. In seconds; 0 when nothing waits.
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
