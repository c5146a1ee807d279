import type { ApiVersion } from '@daftar/contract/versions';
import type { App, Mode, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { deleteBefore } from '../platform/jobs/batches.ts';
import { isHeld } from './store-held.ts';

/**
 * Inserts the message of an event to one address. `key` belongs to messages to the callback URL, which the previous
 * release deduplicates by it. An `isUrgent` message, for which somebody waits, is never held.
 * @returns null when it was inserted before, or `key` was used; `held`: it gets its job later.
 */
export async function insertMessage(
  db: Db,
  scope: Scope,
  message: {
    eventId: number;
    endpointId: number | null;
    messageId: string;
    type: string;
    payload: string;
    key: string | null;
    now: Date;
    isUrgent: boolean;
  },
): Promise<{ id: number; held: boolean } | null> {
  const { eventId, endpointId, messageId, type, payload, key, now, isUrgent } = message;
  // Queried separately, because a distributed database inserts only constant values.
  const held = !isUrgent && (await isHeld(db, { ...scope, endpointId }, now));
  const [row] = await db<{ id: number; held: boolean }[]>`
    insert into webhook_events (merchant_id, mode, event_id, endpoint_id, message_id, type, payload, dedupe_key,
                                created_at, next_attempt_at, held)
    values (${scope.merchantId}, ${scope.mode}, ${eventId}, ${endpointId}, ${messageId}, ${type}, ${payload},
            ${endpointId === null ? key : null}, ${now}, ${now}, ${held})
        on conflict do nothing
    returning id, held`;
  return row ?? null;
}

/** A message to be sent, and its URL. */
export interface MessageToSend {
  messageId: string;
  type: string;
  payload: string;
  state: number;
  /** Null for the callback URL. */
  endpointId: number | null;
  /** The event of the message; null for messages from before events were stored. */
  eventId: number | null;
  /**
   * The version of the body, and the current one of its address; null for a callback URL from before versions
   * existed.
   */
  version: ApiVersion | null;
  wantedVersion: ApiVersion | null;
  /** Null when there is none any more. */
  url: string | null;
  /** It answered 410, or is switched off. */
  isStopped: boolean;
}

/** Finds a message and its current URL. */
export async function findMessage(db: Db, scope: Scope, id: number): Promise<MessageToSend | undefined> {
  const [row] = await db<MessageToSend[]>`
    select e.message_id as "messageId", e.type, e.payload, e.state, e.endpoint_id as "endpointId",
           e.event_id as "eventId", e.payload::json ->> 'version' as version,
           case when e.endpoint_id is null then s.callback_version else w.version end as "wantedVersion",
           case when e.endpoint_id is null then s.callback_url else w.url end as url,
           coalesce(case when e.endpoint_id is null then x.url = s.callback_url
                         else w.stopped_at is not null or not w.is_active end, false) as "isStopped"
      from webhook_events e
      join merchant_settings s on s.merchant_id = e.merchant_id and s.mode = e.mode
      left join webhook_stops x on x.merchant_id = e.merchant_id and x.mode = e.mode
      left join webhook_endpoints w on w.merchant_id = e.merchant_id and w.mode = e.mode and w.id = e.endpoint_id
     where e.merchant_id = ${scope.merchantId} and e.mode = ${scope.mode} and e.id = ${id}`;
  return row;
}

/** Replaces the body of a message, which is sent with the same id. */
export async function rewriteMessage(db: Db, scope: Scope, id: number, payload: string): Promise<void> {
  await db`
    update webhook_events set payload = ${payload}
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and id = ${id}`;
}

/** The result of one attempt. */
export interface Attempt {
  at: Date;
  url: string;
  headers: Record<string, string>;
  status: number | null;
  reply: string;
  error: string;
  milliseconds: number;
}

/** The resulting state of the event; null leaves it unchanged. */
export interface Verdict {
  state: 1 | 2 | 3 | null;
  nextAttemptAt: Date | null;
}

/** Records an attempt and the resulting state of its event. */
export async function recordAttempt(
  tx: Tx,
  scope: Scope,
  eventId: number,
  attempt: Attempt,
  verdict: Verdict,
): Promise<void> {
  const { at, url, headers, status, reply, error, milliseconds } = attempt;
  await tx`
    insert into webhook_attempts (merchant_id, event_id, at, url, headers, status, reply, error, milliseconds)
    values (${scope.merchantId}, ${eventId}, ${at}, ${url}, ${tx.json(headers)}, ${status}, ${reply}, ${error},
            ${milliseconds})`;
  const { state, nextAttemptAt } = verdict;
  await tx`
    update webhook_events e set
        attempts = e.attempts + 1, last_status = ${status},
        state = coalesce(${state}::smallint, e.state),
        next_attempt_at = case when ${state}::smallint is null then e.next_attempt_at else ${nextAttemptAt}::timestamptz end,
        finished_at = case when ${state}::smallint is null then e.finished_at
                           when ${state}::smallint = 1 then null else ${at}::timestamptz end
     where e.merchant_id = ${scope.merchantId} and e.mode = ${scope.mode} and e.id = ${eventId}`;
}

/** Stops sending to a URL that replied with 410. */
export async function stopAddress(tx: Tx, scope: Scope, url: string, now: Date): Promise<void> {
  await tx`
    insert into webhook_stops (merchant_id, mode, url, at)
    values (${scope.merchantId}, ${scope.mode}, ${url}, ${now})
    on conflict (merchant_id, mode) do update set url = excluded.url, at = excluded.at`;
}

/** Resumes sending to a URL that accepted a message. */
export async function resumeAddress(tx: Tx, scope: Scope): Promise<void> {
  await tx`delete from webhook_stops where merchant_id = ${scope.merchantId} and mode = ${scope.mode}`;
}

/** A salt whose secret signs, and until when. */
export interface SaltRow {
  salt: Uint8Array;
  createdAt: Date;
  expiresAt: Date | null;
}

/** Lists the salts that sign now, the active one first. */
export async function listSalts(db: Db, scope: Scope, now: Date): Promise<SaltRow[]> {
  return db<SaltRow[]>`
    select salt, created_at as "createdAt", expires_at as "expiresAt" from webhook_secrets
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and (expires_at is null or expires_at > ${now})
     order by expires_at desc nulls first, id desc`;
}

/** Activates a salt if none is active. */
export async function insertSalt(db: Db, scope: Scope, salt: Uint8Array, now: Date): Promise<void> {
  await db`
    insert into webhook_secrets (merchant_id, mode, salt, created_at)
    values (${scope.merchantId}, ${scope.mode}, ${Buffer.from(salt)}, ${now})
    on conflict (merchant_id, mode) where expires_at is null do nothing`;
}

/** Ends the active salt at a moment; salts that would end later end with it. */
export async function retireSalts(tx: Tx, scope: Scope, until: Date): Promise<void> {
  // Serializes rotations.
  await tx`
    select from merchant_settings where merchant_id = ${scope.merchantId} and mode = ${scope.mode} for no key update`;
  await tx`
    update webhook_secrets set expires_at = least(expires_at, ${until})
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode}
       and (expires_at is null or expires_at > ${until})`;
}

/** A callback URL, and the version of what it is sent; null for one from before there were any. */
interface Address {
  url: string | null;
  version: ApiVersion | null;
  isStopped: boolean;
}

/** Finds the callback URL of a mode. */
export async function findAddress(db: Db, scope: Scope): Promise<Address | undefined> {
  const [row] = await db<Address[]>`
    select s.callback_url as url, s.callback_version as version, coalesce(x.url = s.callback_url, false) as "isStopped"
      from merchant_settings s
      left join webhook_stops x on x.merchant_id = s.merchant_id and x.mode = s.mode
     where s.merchant_id = ${scope.merchantId} and s.mode = ${scope.mode}`;
  return row;
}

/** Deletes events, and messages with their attempts, that were created before a moment. */
export async function purgeEvents(app: App, before: Date): Promise<void> {
  await deleteBefore(app, { table: 'events', key: ['merchant_id', 'id'], moment: 'created_at' }, before);
  await deleteBefore(
    app,
    { table: 'webhook_events', key: ['merchant_id', 'id'], moment: 'created_at' },
    before,
  );
}

/** A change made in SQL that may need an event. */
export interface Change {
  merchantId: number;
  mode: Mode;
  noun: 'payment' | 'invoice' | 'payment-link' | 'order';
  id: number;
  type: string;
}
