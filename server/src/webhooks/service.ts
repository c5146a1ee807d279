import { randomBytes } from 'node:crypto';
import type { StepUp } from '@daftar/contract/step-up';
import { type ApiVersion, FIRST_VERSION } from '@daftar/contract/versions';
import type { WebhookEvent, WebhookEventRow, WebhookSecret } from '@daftar/contract/webhooks';
import { type Actor, recordAudit } from '../audit/record.ts';
import { requireStepUp, requireStepUpOfPeople } from '../auth/step-up.ts';
import * as merchants from '../merchants/writes.ts';
import { notifyOwners } from '../notifications/owners.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import { inTransaction, type Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { translate } from '../platform/i18n/translate.ts';
import type { Page } from '../platform/lists/page.ts';
import { secretsInForce, TEST_EVENT } from './deliver.ts';
import { emitEvent } from './emit.ts';
import { EndpointNotFound, NoCallbackAddress, WebhookEventNotFound } from './errors.ts';
import { scheduleDelivery } from './queue.ts';
import { secretOf } from './sign.ts';
import * as store from './store.ts';
import { findEndpoint } from './store-endpoints.ts';
import * as lists from './store-list.ts';

/** Pauses of a message before each attempt after the first. */
export { GAPS_SECONDS } from './rules.ts';

const TRIES_SHOWN = 20;
const DEFAULT_GRACE_HOURS = 24;

/** Lists one page of the caller's delivery log. */
export async function listEvents(
  app: App,
  caller: Caller,
  paging: lists.ListPaging,
  filters: lists.ListFilters,
): Promise<Page<WebhookEventRow>> {
  const { rows, meta } = await lists.listEvents(app.db, caller, paging, filters);
  return { rows: rows.map(rowOf), meta };
}

const rowOf = (row: lists.ListedEvent): WebhookEventRow => ({
  id: row.id,
  endpoint_id: row.endpointId,
  message_id: row.messageId,
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  last_status: row.lastStatus,
  created_at: row.createdAt.toISOString(),
  next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
});

/** Counts the caller's messages by state. */
export const countByState = (app: App, caller: Caller) => lists.countByState(app.db, caller);

/** Returns an event with its body and its newest attempts, in one snapshot. @throws WebhookEventNotFound */
export function getEvent(app: App, caller: Caller, id: number): Promise<WebhookEvent> {
  const read = async (tx: Tx): Promise<WebhookEvent> => {
    const event = await lists.findEvent(tx, caller, id);
    if (!event) throw new WebhookEventNotFound();
    const tries = await lists.listAttempts(tx, caller, id, TRIES_SHOWN);
    return {
      ...rowOf(event),
      payload: event.payload,
      tries: tries.map(({ at, ...attempt }) => ({ ...attempt, at: at.toISOString() })),
    };
  };
  return inTransaction(app.pool, read, { isolation: 'repeatable read read only' });
}

/** Sends an event again, in any state. @throws WebhookEventNotFound, NoCallbackAddress */
export async function resendEvent(app: App, by: Actor, id: number): Promise<void> {
  await transaction(app.db, async (tx) => {
    const message = await store.findMessage(tx, by, id);
    if (!message) throw new WebhookEventNotFound();
    if (message.url === null) throw new NoCallbackAddress();
    const { endpointId } = message;
    await scheduleDelivery(tx, by, { eventId: id, endpointId, attempt: 1, manual: true });
    await recordAudit(tx, by, app.clock.now(), {
      action: 'webhook.resend',
      subject: `webhook:${id}`,
      after: { message_id: message.messageId, url: message.url },
    });
  });
}

/** Sends a test event to the callback URL. @throws NoCallbackAddress */
export async function sendTest(app: App, caller: Caller): Promise<{ id: number; message_id: string }> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const address = await store.findAddress(tx, caller);
    if (!address?.url) throw new NoCallbackAddress();
    const message = translate(caller.locale, 'webhooks.test');
    const event = await emitEvent(
      tx,
      caller,
      TEST_EVENT,
      { message },
      { now, to: { endpointId: null, version: address.version } },
    );
    if (!event) throw new NoCallbackAddress();
    await recordAudit(tx, caller, now, { action: 'webhook.test', subject: `webhook:${event.id}` });
    return { id: event.id, message_id: event.messageId };
  });
}

/** Number of characters of a secret that are shown, enough to tell two apart. */
const SHOWN_CHARACTERS = 10;

/**
 * Shows the signing secret of the callback URL, or of an endpoint, after step-up.
 * @throws InvalidError 422 for a wrong password, EndpointNotFound
 */
export async function revealSecret(
  app: App,
  caller: Caller,
  { endpoint_id: endpointId, ...proof }: StepUp & { endpoint_id?: number | null | undefined },
): Promise<{ secret: string }> {
  await requireStepUp(app, caller, proof);
  return transaction(app.db, async (tx) => {
    const salt = endpointId
      ? (await findEndpoint(tx, caller, endpointId))?.salt
      : (await secretsInForce({ ...app, db: tx }, caller))[0]?.salt;
    if (!salt) throw new EndpointNotFound();
    await recordAudit(tx, caller, app.clock.now(), {
      action: 'webhook.show-secret',
      subject: endpointId ? `webhook-endpoint:${endpointId}` : `webhook-secret:${caller.mode}`,
    });
    return { secret: secretOf(app, salt) };
  });
}

/** Returns the callback URL, and the beginning of its signing secret. */
export async function readSecret(app: App, scope: Scope): Promise<WebhookSecret> {
  const [current, previous] = await secretsInForce(app, scope);
  const address = await store.findAddress(app.db, scope);
  return {
    secret: `${secretOf(app, current!.salt).slice(0, SHOWN_CHARACTERS)}****`,
    created_at: current!.createdAt.toISOString(),
    previous_until: previous?.expiresAt?.toISOString() ?? null,
    url: address?.url ?? null,
    version: address?.url ? (address.version ?? FIRST_VERSION) : null,
    is_stopped: address?.isStopped ?? false,
  };
}

/**
 * Sets the version in which the callback URL receives events, from the next attempt on, and tells every owner; a
 * change by an API key is shown with the key's name. People must step up.
 * @throws InvalidError 422 for a wrong password, NoCallbackAddress
 */
export async function setVersion(
  app: App,
  caller: Caller,
  { version, ...proof }: StepUp & { version: ApiVersion },
): Promise<WebhookSecret> {
  await requireStepUpOfPeople(app, caller, proof);
  return transaction(app.db, async (tx) => {
    const before = await store.findAddress(tx, caller);
    if (!before?.url) throw new NoCallbackAddress();
    const inner = { ...app, db: tx };
    if ((before.version ?? FIRST_VERSION) === version) return readSecret(inner, caller);
    await notifyOwners(inner, caller, {
      kind: 'webhook-version-changed',
      params: { version, ...(caller.key ? { name: caller.email } : {}) },
      href: '/account-settings/webhooks',
    });
    await merchants.setCallbackVersion(tx, caller, version);
    await recordAudit(tx, caller, app.clock.now(), {
      action: 'webhook.set-version',
      subject: `webhook-secret:${caller.mode}`,
      before: { version: before.version ?? FIRST_VERSION },
      after: { version },
    });
    return readSecret(inner, caller);
  });
}

/**
 * Rolls the signing secret; the former one also signs for some hours, so that no delivery fails meanwhile. Requires
 * step-up and tells every owner.
 * @throws InvalidError 422 for a wrong password
 */
export async function rotateSecret(
  app: App,
  caller: Caller,
  { grace_hours: graceHours = DEFAULT_GRACE_HOURS, ...proof }: StepUp & { grace_hours?: number | undefined },
): Promise<WebhookSecret> {
  await requireStepUp(app, caller, proof);
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    await notifyOwners({ ...app, db: tx }, caller, {
      kind: 'webhook-secret-changed',
      href: '/account-settings/webhooks',
    });
    await store.retireSalts(tx, caller, new Date(now.getTime() + graceHours * 3_600_000));
    const salt = randomBytes(32);
    await store.insertSalt(tx, caller, salt, now);
    await recordAudit(tx, caller, now, {
      action: 'webhook.rotate-secret',
      subject: `webhook-secret:${caller.mode}`,
      after: { grace_hours: graceHours },
    });
    return { ...(await readSecret({ ...app, db: tx }, caller)), secret: secretOf(app, salt) };
  });
}
