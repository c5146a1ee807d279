/** Messages that wait for their first attempt: so many of an address have jobs, the others are held. */
import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Sql } from '../platform/lists/page.ts';

/** Where messages go: an endpoint, or null for the callback URL. */
export interface Address extends Scope {
  endpointId: number | null;
}

/** So many messages of an address that were never tried have jobs. */
export const AHEAD = 100;
/** A message that was not tried for so long is in nobody's way any more: its job has given up. */
const STUCK_SECONDS = 3_600;

const isOf = (db: Db, { merchantId, mode, endpointId }: Address): Sql => db`
  e.merchant_id = ${merchantId} and e.mode = ${mode} and e.state = 1
    and coalesce(e.endpoint_id, 0) = ${endpointId ?? 0}`;

/** The order of `webhook_events_waiting`: any other index would lead past what was delivered before. */
const inTurn = (db: Db): Sql => db`order by e.next_attempt_at, e.id`;

/** How many messages of an address have jobs and were never tried, counted up to {@link AHEAD}. */
const ahead = (db: Db, address: Address, now: Date): Sql => db`
  (select count(*)::int from (
     select 1 from webhook_events e
      where ${isOf(db, address)} and not e.held and e.attempts = 0
        and e.next_attempt_at > ${new Date(now.getTime() - STUCK_SECONDS * 1000)}
      ${inTurn(db)} limit ${db.unsafe(String(AHEAD))}) first)`;

/** Whether one more message of an address has to be held: behind others that are, or behind enough. */
export async function isHeld(db: Db, address: Address, now: Date): Promise<boolean> {
  const [row] = await db<{ held: boolean }[]>`
    select (select e.id from webhook_events e where ${isOf(db, address)} and e.held ${inTurn(db)} limit 1) is not null
           or ${ahead(db, address, now)} = ${AHEAD} as held`;
  return row!.held;
}

/** Lets go of the next held messages of an address. @returns their ids, the oldest first; each gets a job. */
export async function releaseNext(tx: Tx, address: Address, count: number, now: Date): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    update webhook_events h set held = false, next_attempt_at = ${now}
     where h.merchant_id = ${address.merchantId} and h.id = any (array(
       select e.id from webhook_events e where ${isOf(tx, address)} and e.held
        ${inTurn(tx)} limit ${count} for update skip locked))
    returning h.id`;
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** Lists addresses with held messages. */
export function listCrowded(db: Db): Promise<Address[]> {
  return db<Address[]>`
    select distinct merchant_id as "merchantId", mode, endpoint_id as "endpointId"
      from webhook_events where state = 1 and held`;
}

/** How many messages of an address may be let go. */
export async function roomOf(db: Db, address: Address, now: Date): Promise<number> {
  const [row] = await db<{ ahead: number }[]>`select ${ahead(db, address, now)} as ahead`;
  return AHEAD - row!.ahead;
}
