import { randomBytes, randomInt } from 'node:crypto';
import type { App, Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { payloadOf } from './payload.ts';
import { type Delivery, scheduleDelivery } from './queue.ts';
import { release } from './release.ts';
import { pauseAfter, retryAfterOf } from './rules.ts';
import { type Limits, type Sent, send } from './send.ts';
import { secretOf, signedHeaders } from './sign.ts';
import * as store from './store.ts';
import { findEndpoint, markEndpoint } from './store-endpoints.ts';
import { findEvent } from './store-events.ts';

/** Sent for a user who waits for the answer, so tried only once. */
export const TEST_EVENT = 'webhook.test';
const GONE = 410;

/** Returns the current signing secrets, the active one first; created on first use. */
export async function secretsInForce(app: App, scope: Scope): Promise<store.SaltRow[]> {
  const now = app.clock.now();
  const found = await store.listSalts(app.db, scope, now);
  if (found[0] && found[0].expiresAt === null) return found;
  await store.insertSalt(app.db, scope, randomBytes(32), now);
  return store.listSalts(app.db, scope, now);
}

/**
 * Job `deliver-webhook`: tries to deliver a message once and records the answer. Only 2xx counts as delivered. A
 * failure is retried at growing intervals over three days; 410 stops the address. A process that dies between sending
 * and recording sends the same message, with the same id, again.
 */
export async function deliverWebhook(
  app: App,
  payload: Scope & Delivery,
  limits?: Limits | undefined,
): Promise<void> {
  const { merchantId, mode, eventId, manual } = payload;
  const scope = { merchantId, mode };
  const message = await store.findMessage(app.db, scope, eventId);
  if (!message || (!manual && message.state !== 1)) return;
  const isTest = message.type === TEST_EVENT;
  const now = app.clock.now();
  const { url, endpointId } = message;
  const salts =
    endpointId === null ? await secretsInForce(app, scope) : await saltsOf(app, scope, endpointId);
  // Each first attempt releases a held message.
  const letNextGo = async (tx: Tx) => {
    if (payload.attempt === 1 && !manual) await release(tx, { ...scope, endpointId }, 1, now);
  };
  const isGone = url === null || salts.length === 0;
  if (isGone || (message.isStopped && !manual && !isTest)) {
    const attempt = { at: now, url: url ?? '', headers: {}, status: null, reply: '', milliseconds: 0 };
    const error = isGone ? 'no-address' : 'stopped';
    const state = message.state === 1 ? 3 : null;
    await transaction(app.db, async (tx) => {
      await store.recordAttempt(tx, scope, eventId, { ...attempt, error }, { state, nextAttemptAt: null });
      await letNextGo(tx);
    });
    return;
  }
  const body = await bodyFor(app, scope, eventId, message);
  const secrets = salts.map(({ salt }) => secretOf(app, salt));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Daftar-Webhooks/1',
    ...signedHeaders({ id: message.messageId, payload: body }, secrets, now),
  };
  const sent = await send(
    url,
    { headers, body },
    { allowsLoopback: app.config.webhooksToLoopback, ...(limits ? { limits } : {}) },
  );
  const { status, reply, error, milliseconds } = sent;
  const attempt = { at: now, url, headers, status, reply, error, milliseconds };
  await transaction(app.db, async (tx) => {
    const verdict = verdictOf(sent, { ...payload, isTest, isPending: message.state === 1 }, app.clock.now());
    await store.recordAttempt(tx, scope, eventId, attempt, verdict);
    await letNextGo(tx);
    if (verdict.state === 2) await resume(tx, scope, endpointId, url);
    if (status === GONE) await stop(tx, scope, endpointId, url, now);
    if (verdict.state !== 1 || verdict.nextAttemptAt === null) return;
    const next = { eventId, endpointId, attempt: payload.attempt + 1, manual: false };
    await scheduleDelivery(tx, scope, next, verdict.nextAttemptAt);
  });
}

/**
 * Returns the body of a message in the current version of its address, which may have changed since the message was
 * written; whoever changed it has changed the receiving program too.
 */
async function bodyFor(app: App, scope: Scope, id: number, message: store.MessageToSend): Promise<string> {
  const { eventId, payload, type, version, wantedVersion } = message;
  const event =
    version === wantedVersion || eventId === null ? undefined : await findEvent(app.db, scope, eventId);
  if (!event) return payload;
  const { data, createdAt } = event;
  const told = { eventId: event.id, type, now: createdAt, mode: scope.mode, data, version: event.version };
  const body = payloadOf(told, wantedVersion);
  if (body !== payload) await store.rewriteMessage(app.db, scope, id, body);
  return body;
}

/**
 * Returns the salts of an endpoint's current signing secrets, the active one first; none when it was deleted
 * meanwhile.
 */
async function saltsOf(app: App, scope: Scope, endpointId: number): Promise<{ salt: Uint8Array }[]> {
  const endpoint = await findEndpoint(app.db, scope, endpointId);
  if (!endpoint) return [];
  const { salt, formerSalt, formerUntil } = endpoint;
  const signs = formerSalt !== null && formerUntil !== null && formerUntil > app.clock.now();
  return signs ? [{ salt }, { salt: formerSalt }] : [{ salt }];
}

const resume = (tx: Tx, scope: Scope, endpointId: number | null, url: string): Promise<void> =>
  endpointId === null
    ? store.resumeAddress(tx, scope)
    : markEndpoint(tx, scope, endpointId, { url, stoppedAt: null });

const stop = (tx: Tx, scope: Scope, endpointId: number | null, url: string, now: Date): Promise<void> =>
  endpointId === null
    ? store.stopAddress(tx, scope, url, now)
    : markEndpoint(tx, scope, endpointId, { url, stoppedAt: now });

function verdictOf(
  { status, retryAfter }: Sent,
  { attempt, manual, isTest, isPending }: Delivery & { isTest: boolean; isPending: boolean },
  now: Date,
): store.Verdict {
  if (status !== null && status >= 200 && status < 300) return { state: 2, nextAttemptAt: null };
  const over: store.Verdict = { state: 3, nextAttemptAt: null };
  if (isTest) return over;
  if (manual) return status === GONE && isPending ? over : { state: null, nextAttemptAt: null };
  const pause =
    status === GONE ? null : pauseAfter(attempt, retryAfterOf(retryAfter, now), randomInt(1000) / 1000);
  return pause === null ? over : { state: 1, nextAttemptAt: new Date(now.getTime() + pause * 1000) };
}
