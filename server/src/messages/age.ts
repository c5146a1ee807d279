import type { Sql } from '../platform/db/connect.ts';

/** Only so many of the newest messages are looked at: a scrape costs the same however long nothing leaves. */
const LOOKED_AT = 5_000;

/**
 * For how long the message that has waited longest has waited since one of its channel last left: one bad address among messages
 * that leave is none, a gateway that is away is. Seconds; 0 when nothing waits.
 */
export async function outboxAge(sql: Sql): Promise<Record<'email' | 'sms', number>> {
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
