/** Messages that wait for their first attempt: a limited number per address has jobs, the others are held. */
import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Sql } from '../platform/lists/page.ts';

/** A destination of messages: an endpoint, or null for the callback URL. */
export interface Address extends Scope {
  endpointId: number | null;
}

/** Maximum number of untried messages of an address that have jobs. */
export const AHEAD = 100;
/** Time after which the job of an untried message must have given up, so that the message no longer counts. */
const STUCK_SECONDS = 3_600;

const isOf = (db: Db, { merchantId, mode, endpointId }: Address): Sql => db`
  e.merchant_id = ${merchantId} and e.mode = ${mode} and e.state = 1
    and coalesce(e.endpoint_id, 0) = ${endpointId ?? 0}`;

/** The order of `webhook_events_waiting`; any other index would scan messages already delivered. */
const inTurn = (db: Db): Sql => db`order by e.next_attempt_at, e.id`;

/** Counts the untried messages of an address that have jobs, up to {@link AHEAD}. */
const ahead = (db: Db, address: Address, now: Date): Sql => db`
  (select count(*)::int from (
     select 1 from webhook_events e
      where ${isOf(db, address)} and not e.held and e.attempts = 0
        and e.next_attempt_at > ${new Date(now.getTime() - STUCK_SECONDS * 1000)}
      ${inTurn(db)} limit ${db.unsafe(String(AHEAD))}) first)`;

/** Returns whether the next message of an address must be held: because others are held, or enough have jobs. */
export async function isHeld(db: Db, address: Address, now: Date): Promise<boolean> {
  const [row] = await db<{ held: boolean }[]>`
    select (select e.id from webhook_events e where ${isOf(db, address)} and e.held ${inTurn(db)} limit 1) is not null
           or ${ahead(db, address, now)} = ${AHEAD} as held`;
  return row!.held;
}

/** Releases the next held messages of an address. @returns their ids, the oldest first; each gets a job. */
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

/** Returns how many messages of an address may be released. */
export async function roomOf(db: Db, address: Address, now: Date): Promise<number> {
  const [row] = await db<{ ahead: number }[]>`select ${ahead(db, address, now)} as ahead`;
  return AHEAD - row!.ahead;
}
