import type { Caller } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

type Person = Pick<Caller, 'merchantId' | 'userId'>;

export interface Device {
  id: number;
  sessionId: string;
  userAgent: string | null;
  createdAt: Date;
  toldAt: Date | null;
}

/** Condition for devices of an open session; an ended one has no devices any more. */
const isOpen = (db: Db, now: Date) => db`
  exists (select from sessions s where s.merchant_id = d.merchant_id and s.id = d.session_id
           and s.ended_at is null and s.expires_at > ${now})`;

/** Lists a person's devices, the newest first. */
export async function listDevices(db: Db, who: Person, now: Date): Promise<Device[]> {
  return db<Device[]>`
    select d.id, d.session_id as "sessionId", s.user_agent as "userAgent", d.created_at as "createdAt",
           d.told_at as "toldAt"
      from push_devices d join sessions s on s.merchant_id = d.merchant_id and s.id = d.session_id
     where d.merchant_id = ${who.merchantId} and d.user_id = ${who.userId}
       and s.ended_at is null and s.expires_at > ${now}
     order by d.id desc`;
}

/** Serialises registrations of a person's devices, so that the limit on their number is exact. */
export async function lockDevices(tx: Tx, who: Person): Promise<void> {
  await tx`
    select pg_advisory_xact_lock(hashtextextended('push-devices ' || ${who.userId}::text, ${who.merchantId}::bigint))`;
}

/**
 * Deletes a browser, whoever used it before, by its URL and by its session, so that it is notified for one person,
 * once.
 */
export async function deleteBrowser(
  tx: Tx,
  { merchantId }: Person,
  { endpointHash, sessionId }: Pick<NewDevice, 'endpointHash' | 'sessionId'>,
): Promise<void> {
  await tx`delete from push_devices where endpoint_hash = ${endpointHash}`;
  await tx`delete from push_devices where merchant_id = ${merchantId} and session_id = ${sessionId}`;
}

export interface NewDevice {
  sessionId: string;
  endpointHash: Buffer;
  sealed: Buffer;
  now: Date;
}

/** Adds a device of a person. @returns its id. */
export async function insertDevice(tx: Tx, who: Person, device: NewDevice): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into push_devices (merchant_id, user_id, session_id, endpoint_hash, sealed, created_at)
    values (${who.merchantId}, ${who.userId}, ${device.sessionId}, ${device.endpointHash}, ${device.sealed},
            ${device.now})
    returning id`;
  return row!.id;
}

/** Removes a device of a person, and remembers that. @returns whether they had it. */
export async function removeDevice(db: Db, who: Person, id: number, now: Date): Promise<boolean> {
  const removed = await db`
    with gone as (
      delete from push_devices
       where merchant_id = ${who.merchantId} and user_id = ${who.userId} and id = ${id}
      returning merchant_id, user_id, endpoint_hash
    ), kept as (
      insert into push_devices_removed (merchant_id, user_id, endpoint_hash, removed_at)
      select merchant_id, user_id, endpoint_hash, ${now} from gone on conflict do nothing
    )
    select from gone`;
  return removed.count > 0;
}

/** Returns whether a person removed the device with this URL. */
export async function wasRemoved(db: Db, who: Person, endpointHash: Buffer): Promise<boolean> {
  const rows = await db`
    select from push_devices_removed
     where merchant_id = ${who.merchantId} and user_id = ${who.userId} and endpoint_hash = ${endpointHash}`;
  return rows.length > 0;
}

/** Lists the active devices of people, with their owners. */
export async function listDevicesOf(
  db: Db,
  merchantId: number,
  userIds: readonly number[],
  now: Date,
): Promise<{ id: number; userId: number }[]> {
  return db<{ id: number; userId: number }[]>`
    select d.id, d.user_id as "userId" from push_devices d
     where d.merchant_id = ${merchantId} and d.user_id = any (${[...userIds]}::bigint[]) and ${isOpen(db, now)}
     order by d.id`;
}

/** Finds an active device. */
export async function findDevice(
  db: Db,
  merchantId: number,
  id: number,
  now: Date,
): Promise<{ userId: number; sealed: Buffer } | undefined> {
  const [row] = await db<{ userId: number; sealed: Buffer }[]>`
    select d.user_id as "userId", d.sealed from push_devices d
     where d.merchant_id = ${merchantId} and d.id = ${id} and ${isOpen(db, now)}`;
  return row;
}

/** Records that a device was notified. */
export async function recordNotified(db: Db, merchantId: number, id: number, now: Date): Promise<void> {
  await db`update push_devices set told_at = ${now} where merchant_id = ${merchantId} and id = ${id}`;
}

/** Deletes a device that its push service no longer knows. */
export async function deleteDevice(db: Db, merchantId: number, id: number): Promise<void> {
  await db`delete from push_devices where merchant_id = ${merchantId} and id = ${id}`;
}
