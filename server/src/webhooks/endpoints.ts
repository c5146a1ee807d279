import { randomBytes } from 'node:crypto';
import type { StepUp } from '@daftar/contract/step-up';
import { type ApiVersion, LATEST_VERSION } from '@daftar/contract/versions';
import {
  ENDPOINTS_MAXIMUM,
  type EndpointChangeValues,
  type EndpointFormValues,
  type EndpointWithSecret,
  type WebhookEndpoint,
} from '@daftar/contract/webhook-endpoints';
import { recordAudit } from '../audit/record.ts';
import { requireStepUpOfPeople } from '../auth/step-up.ts';
import { notifyOwners } from '../notifications/owners.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { translate } from '../platform/i18n/translate.ts';
import { maySave } from './address.ts';
import { TEST_EVENT } from './deliver.ts';
import { emitEvent } from './emit.ts';
import { EndpointNotFound, TooManyEndpoints } from './errors.ts';
import { secretOf } from './sign.ts';
import * as store from './store-endpoints.ts';

const DEFAULT_GRACE_HOURS = 24;

/** Refuses a URL to which webhooks must not go; in live mode it must be https. @throws InvalidError 422 on `url` */
function requireFit(app: App, { mode }: Caller, url: string | undefined): void {
  const how = { allowsLoopback: app.config.webhooksToLoopback, isSecure: mode === 'live' };
  if (url && !maySave(url, how)) throw InvalidError.field('url', 'InvalidUrl');
}

const shownOf = (endpoint: store.StoredEndpoint, now: Date): WebhookEndpoint => ({
  id: endpoint.id,
  url: endpoint.url,
  name: endpoint.name,
  events: endpoint.events,
  version: endpoint.version,
  is_active: endpoint.isActive,
  is_stopped: endpoint.stoppedAt !== null,
  previous_until:
    endpoint.formerUntil !== null && endpoint.formerUntil > now ? endpoint.formerUntil.toISOString() : null,
  created_at: endpoint.createdAt.toISOString(),
});

/** Lists the endpoints of the caller's mode, the oldest first. */
export async function listEndpoints(app: App, scope: Scope): Promise<WebhookEndpoint[]> {
  const now = app.clock.now();
  return (await store.listEndpoints(app.db, scope)).map((each) => shownOf(each, now));
}

/** Returns an endpoint. @throws EndpointNotFound */
export async function getEndpoint(app: App, scope: Scope, id: number): Promise<WebhookEndpoint> {
  const found = await store.findEndpoint(app.db, scope, id);
  if (!found) throw new EndpointNotFound();
  return shownOf(found, app.clock.now());
}

/** Tells every owner; a change by an API key is shown with the key's name, not its maker. */
const tellOwners = (app: App, caller: Caller, url: string) =>
  notifyOwners(app, caller, {
    kind: 'webhook-endpoint-changed',
    params: { url, ...(caller.key ? { name: caller.email } : {}) },
    href: '/account-settings/webhook-endpoints',
  });

/**
 * Creates an endpoint and tells every owner. People must step up.
 * @param answering the version of the call, so that a newer version does not change what a program receives
 * @throws InvalidError 422 for a wrong password, TooManyEndpoints
 */
export async function createEndpoint(
  app: App,
  caller: Caller,
  answering: ApiVersion,
  { current_password, step_up, ...form }: EndpointFormValues,
): Promise<EndpointWithSecret> {
  requireFit(app, caller, form.url);
  await requireStepUpOfPeople(app, caller, { current_password, step_up });
  const now = app.clock.now();
  const salt = randomBytes(32);
  const { url, name, events = null, version = caller.key ? answering : LATEST_VERSION } = form;
  return transaction(app.db, async (tx) => {
    const inner = { ...app, db: tx };
    await store.lockMode(tx, caller);
    if ((await store.listEndpoints(tx, caller)).length >= ENDPOINTS_MAXIMUM) {
      throw new TooManyEndpoints(ENDPOINTS_MAXIMUM);
    }
    const id = await store.insertEndpoint(tx, caller, { url, name, events, version }, { salt, now });
    await recordAudit(tx, caller, now, {
      action: 'webhook-endpoint.create',
      subject: `webhook-endpoint:${id}`,
      after: { url, name, events, version },
    });
    await tellOwners(inner, caller, url);
    return { ...(await getEndpoint(inner, caller, id)), secret: secretOf(app, salt) };
  });
}

/**
 * Changes an endpoint and tells every owner; resumes delivery to an address that had answered 410. People must step
 * up.
 * @throws InvalidError 422 for a wrong password, EndpointNotFound
 */
export async function updateEndpoint(
  app: App,
  caller: Caller,
  id: number,
  { current_password, step_up, ...change }: EndpointChangeValues,
): Promise<WebhookEndpoint> {
  requireFit(app, caller, change.url);
  await requireStepUpOfPeople(app, caller, { current_password, step_up });
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const inner = { ...app, db: tx };
    const before = await store.lockEndpoint(tx, caller, id);
    if (!before) throw new EndpointNotFound();
    const after = {
      url: change.url ?? before.url,
      name: change.name === undefined ? before.name : (change.name ?? ''),
      events: change.events === undefined ? before.events : change.events,
      version: change.version ?? before.version,
      isActive: change.is_active ?? before.isActive,
    };
    await store.updateEndpoint(tx, caller, id, after, now);
    const { url, name, events, version, isActive } = before;
    await recordAudit(tx, caller, now, {
      action: 'webhook-endpoint.update',
      subject: `webhook-endpoint:${id}`,
      before: { url, name, events, version, isActive },
      after,
    });
    await tellOwners(inner, caller, after.url);
    return getEndpoint(inner, caller, id);
  });
}

/** Deletes an endpoint and tells every owner; gives up its undelivered messages. @throws EndpointNotFound */
export async function removeEndpoint(app: App, caller: Caller, id: number): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const before = await store.lockEndpoint(tx, caller, id);
    if (!before) throw new EndpointNotFound();
    await store.deleteEndpoint(tx, caller, id);
    const { url, name, events, version } = before;
    await recordAudit(tx, caller, now, {
      action: 'webhook-endpoint.remove',
      subject: `webhook-endpoint:${id}`,
      before: { url, name, events, version },
    });
    await tellOwners({ ...app, db: tx }, caller, url);
  });
}

/**
 * Rolls an endpoint's secret; the former one also signs for some hours. People must step up; every owner is told.
 * @throws InvalidError 422 for a wrong password, EndpointNotFound
 */
export async function rotateEndpoint(
  app: App,
  caller: Caller,
  id: number,
  { grace_hours: graceHours = DEFAULT_GRACE_HOURS, ...proof }: StepUp & { grace_hours?: number | undefined },
): Promise<EndpointWithSecret> {
  await requireStepUpOfPeople(app, caller, proof);
  const now = app.clock.now();
  const salt = randomBytes(32);
  return transaction(app.db, async (tx) => {
    const inner = { ...app, db: tx };
    const before = await store.lockEndpoint(tx, caller, id);
    if (!before) throw new EndpointNotFound();
    const until = new Date(now.getTime() + graceHours * 3_600_000);
    await store.rollSalt(tx, caller, id, { salt, until, now });
    await recordAudit(tx, caller, now, {
      action: 'webhook-endpoint.rotate-secret',
      subject: `webhook-endpoint:${id}`,
      after: { grace_hours: graceHours },
    });
    await tellOwners(inner, caller, before.url);
    return { ...(await getEndpoint(inner, caller, id)), secret: secretOf(app, salt) };
  });
}

/** Sends a test event to one endpoint only. @throws EndpointNotFound */
export async function testEndpoint(
  app: App,
  caller: Caller,
  id: number,
): Promise<{ id: number; message_id: string }> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const endpoint = await store.findEndpoint(tx, caller, id);
    if (!endpoint) throw new EndpointNotFound();
    const message = translate(caller.locale, 'webhooks.test');
    const target = { endpointId: id, version: endpoint.version };
    const sent = await emitEvent(tx, caller, TEST_EVENT, { message }, { now, to: target });
    if (!sent) throw new EndpointNotFound();
    await recordAudit(tx, caller, now, { action: 'webhook.test', subject: `webhook:${sent.id}` });
    return { id: sent.id, message_id: sent.messageId };
  });
}
