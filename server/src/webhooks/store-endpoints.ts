import type { ApiVersion } from '@daftar/contract/versions';
import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** An endpoint as stored. */
export interface StoredEndpoint {
  id: number;
  url: string;
  name: string;
  events: string[] | null;
  version: ApiVersion;
  isActive: boolean;
  stoppedAt: Date | null;
  salt: Uint8Array;
  formerSalt: Uint8Array | null;
  formerUntil: Date | null;
  createdAt: Date;
}

const columns = (db: Db) => db`
  e.id, e.url, e.name, e.events, e.version, e.is_active as "isActive", e.stopped_at as "stoppedAt", e.salt,
  e.former_salt as "formerSalt", e.former_until as "formerUntil", e.created_at as "createdAt"`;

const inScope = (db: Db, scope: Scope) => db`e.merchant_id = ${scope.merchantId} and e.mode = ${scope.mode}`;

/** Lists the endpoints of a mode, the oldest first. */
export function listEndpoints(db: Db, scope: Scope): Promise<StoredEndpoint[]> {
  return db<StoredEndpoint[]>`
    select ${columns(db)} from webhook_endpoints e where ${inScope(db, scope)} order by e.id`;
}

/** Finds an endpoint. */
export async function findEndpoint(db: Db, scope: Scope, id: number): Promise<StoredEndpoint | undefined> {
  const [row] = await db<StoredEndpoint[]>`
    select ${columns(db)} from webhook_endpoints e where ${inScope(db, scope)} and e.id = ${id}`;
  return row;
}

/** Finds and locks an endpoint. */
export async function lockEndpoint(tx: Tx, scope: Scope, id: number): Promise<StoredEndpoint | undefined> {
  const [row] = await tx<StoredEndpoint[]>`
    select ${columns(tx)} from webhook_endpoints e where ${inScope(tx, scope)} and e.id = ${id} for update`;
  return row;
}

/** Serialises the creation of a mode's endpoints. */
export async function lockMode(tx: Tx, scope: Scope): Promise<void> {
  await tx`
    select from merchant_settings where merchant_id = ${scope.merchantId} and mode = ${scope.mode} for no key update`;
}

type Values = Pick<StoredEndpoint, 'url' | 'name' | 'events' | 'version'>;

/** Inserts an endpoint. @returns its id. */
export async function insertEndpoint(
  tx: Tx,
  scope: Scope,
  { url, name, events, version }: Values,
  { salt, now }: { salt: Uint8Array; now: Date },
): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into webhook_endpoints (merchant_id, mode, url, name, events, version, salt, created_at, updated_at)
    values (${scope.merchantId}, ${scope.mode}, ${url}, ${name}, ${events}, ${version}, ${Buffer.from(salt)}, ${now},
            ${now})
    returning id`;
  return row!.id;
}

/** Changes an endpoint; an address that answered 410 is tried again. */
export async function updateEndpoint(
  tx: Tx,
  scope: Scope,
  id: number,
  { url, name, events, version, isActive }: Values & Pick<StoredEndpoint, 'isActive'>,
  now: Date,
): Promise<void> {
  await tx`
    update webhook_endpoints e set url = ${url}, name = ${name}, events = ${events}, version = ${version},
           is_active = ${isActive}, stopped_at = null, updated_at = ${now}
     where ${inScope(tx, scope)} and e.id = ${id}`;
}

/** Replaces an endpoint's salt; the former one also signs until a moment. */
export async function rollSalt(
  tx: Tx,
  scope: Scope,
  id: number,
  { salt, until, now }: { salt: Uint8Array; until: Date; now: Date },
): Promise<void> {
  await tx`
    update webhook_endpoints e set former_salt = e.salt, former_until = ${until}, salt = ${Buffer.from(salt)},
           updated_at = ${now}
     where ${inScope(tx, scope)} and e.id = ${id}`;
}

/** Deletes an endpoint; its messages stay in the log. */
export async function deleteEndpoint(tx: Tx, scope: Scope, id: number): Promise<void> {
  await tx`delete from webhook_endpoints e where ${inScope(tx, scope)} and e.id = ${id}`;
}

/** Stops sending to an endpoint that answered 410 at this URL, or resumes it. */
export async function markEndpoint(
  tx: Tx,
  scope: Scope,
  id: number,
  { url, stoppedAt }: { url: string; stoppedAt: Date | null },
): Promise<void> {
  await tx`
    update webhook_endpoints e set stopped_at = ${stoppedAt}
     where ${inScope(tx, scope)} and e.id = ${id} and e.url = ${url}
       and e.stopped_at is distinct from ${stoppedAt}`;
}

/**
 * The destination of an event's message: a null endpoint is the callback URL; its version is null if it was set
 * before versions existed.
 */
export interface Target {
  endpointId: number | null;
  version: ApiVersion | null;
}

/** Lists the destinations of an event of a type, the callback URL first. */
export function listTargets(db: Db, scope: Scope, type: string): Promise<Target[]> {
  return db<Target[]>`
    select null::bigint as "endpointId", s.callback_version as version from merchant_settings s
     where s.merchant_id = ${scope.merchantId} and s.mode = ${scope.mode} and s.callback_url is not null
    union all
    select e.id, e.version from webhook_endpoints e
     where ${inScope(db, scope)} and e.is_active
       and (e.events is null or ${type} = any(e.events))
     order by 1 nulls first`;
}
