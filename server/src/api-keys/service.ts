import {
  KEY_PERMISSIONS,
  type KeyFormValues,
  type KeyRow,
  type KeysInfo,
  type KeyVersionForm,
  type NewKey,
  type RollForm,
} from '@daftar/contract/api-keys';
import type { Permission } from '@daftar/contract/permissions';
import { type ApiVersion, LATEST_VERSION } from '@daftar/contract/versions';
import type * as z from 'zod/mini';
import { recordAudit } from '../audit/record.ts';
import { announceChange } from '../auth/principals.ts';
import { requireStepUp } from '../auth/step-up.ts';
import { notifyOwners } from '../notifications/owners.ts';
import { findPayAddress } from '../payment-links/service.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { KeyExceedsMaker, KeyNotFound, KeysNotIssued, LinkNotPayable, TooManyKeys } from './errors.ts';
import { hashKey, isKey, type KeyKind, masked, newKey, shownOf } from './rules.ts';
import * as store from './store.ts';

/** A limit far above real use. */
const KEYS_MAXIMUM = 50;

/** Returns the key pairs of both modes; the live pair is empty until the account is approved. */
export async function keysInfo(app: App, scope: Pick<Scope, 'merchantId'>): Promise<KeysInfo> {
  const pairs = await store.listPairs(app.db, scope.merchantId);
  const find = (mode: Scope['mode'], kind: KeyKind) =>
    pairs.find((key) => key.mode === mode && key.kind === kind);
  const show = (mode: Scope['mode'], kind: KeyKind) => {
    const key = find(mode, kind);
    return key ? masked(kind, key.shown) : '';
  };
  return {
    secretKey: show('test', 'secret'),
    publicKey: show('test', 'public'),
    liveSecretKey: show('live', 'secret'),
    livePublicKey: show('live', 'public'),
    secretShown: find('test', 'secret')?.createdBy != null,
    liveSecretShown: find('live', 'secret')?.createdBy != null,
  };
}

const rowOf = (key: store.StoredKey): KeyRow => ({
  id: key.id,
  name: key.name,
  kind: key.kind,
  shown: masked(key.kind, key.shown),
  made_by: key.maker,
  maker_left: key.makerLeft,
  permissions: key.permissions,
  version: key.version,
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  expires_at: key.expiresAt?.toISOString() ?? null,
  is_requested: key.isRequested,
});

/** Lists the active keys of the caller's mode, newest first. */
export async function listKeys(app: App, scope: Scope): Promise<KeyRow[]> {
  const keys = await store.listKeys(app.db, scope, app.clock.now());
  return keys.map(rowOf);
}

/** Lists the active secret keys of both modes that were shown to a person, newest first. */
export async function listKeysOf(
  app: App,
  person: { merchantId: number; userId: number },
): Promise<(KeyRow & { mode: Scope['mode'] })[]> {
  const keys = await store.listSecretsOf(app.db, person, app.clock.now());
  return keys.map((key) => ({ ...rowOf(key), mode: key.mode }));
}

/**
 * Revokes every secret key that was shown to a person, because they may still know it, except those that the caller
 * keeps. The account's own secret key is replaced by one that nobody has seen.
 */
export async function endKeysOf(
  app: App,
  tx: Tx,
  caller: Caller,
  userId: number,
  kept: readonly number[],
): Promise<void> {
  const now = app.clock.now();
  const { merchantId } = caller;
  for (const key of await store.listSecretsOf(tx, { merchantId, userId }, now)) {
    const of = { merchantId, mode: key.mode };
    const isKept = kept.includes(key.id);
    await store.lockMode(tx, of);
    if (isKept) await store.keepKey(tx, of, key.id, { by: caller.userId, now });
    else await store.expireKey(tx, of, key.id, now);
    if (!isKept && key.name === '') await store.issuePair(tx, of, now);
    await recordAudit(tx, { ...caller, mode: key.mode }, now, {
      action: isKept ? 'api-key.keep' : 'api-key.revoke',
      subject: `api-key:${key.id}`,
      before: { name: key.name, kind: key.kind, shown: masked(key.kind, key.shown), maker: key.maker },
    });
  }
}

const HREF = '/account-settings?tab=keys';

/**
 * Rolls a key of the pair. The former key works for the grace period; without one, it is refused from the next call.
 * Tells every owner.
 * @throws InvalidError 422 for a wrong password; KeysNotIssued, KeyExceedsMaker: nothing is changed.
 */
export async function rollKey(app: App, caller: Caller, form: z.output<typeof RollForm>): Promise<NewKey> {
  await requireStepUp(app, caller, form);
  return replaceKey(app, caller, form);
}

async function replaceKey(app: App, caller: Caller, form: z.output<typeof RollForm>): Promise<NewKey> {
  const now = app.clock.now();
  const endsAt = new Date(now.getTime() + (form.grace_hours ?? 0) * 3_600_000);
  return transaction(app.db, async (tx) => {
    await store.lockMode(tx, caller);
    const before = await store.findCurrent(tx, caller, form.key);
    if (!before) throw new KeysNotIssued();
    if (form.key === 'secret') requireHeld(caller, before.permissions ?? KEY_PERMISSIONS);
    await store.expireKey(tx, caller, before.id, endsAt);
    const made = await makeKey(
      tx,
      caller,
      { kind: form.key, name: '', permissions: before.permissions, version: versionAfter(before) },
      now,
    );
    await recordAudit(tx, caller, now, {
      action: 'api-key.roll',
      subject: `api-key:${made.id}`,
      before: { id: before.id, shown: masked(form.key, before.shown), works_until: endsAt.toISOString() },
      after: { kind: form.key, shown: made.shown },
    });
    await notifyOwners({ ...app, db: tx }, caller, {
      kind: 'api-key-rolled',
      params: { key: made.shown },
      href: HREF,
    });
    return made;
  });
}

/**
 * Creates a restricted secret key and tells every owner.
 * @throws InvalidError 422 for a wrong password, KeyExceedsMaker, TooManyKeys
 */
export async function createKey(app: App, caller: Caller, form: KeyFormValues): Promise<NewKey> {
  await requireStepUp(app, caller, form);
  return makeFurtherKey(app, caller, form);
}

/**
 * Does the same without step-up, for the demo and for callers that have required it already.
 * @param requested when it expires unless it is extended, and the request for it
 */
export async function makeFurtherKey(
  app: App,
  caller: Caller,
  form: Pick<KeyFormValues, 'name' | 'permissions'>,
  requested?: { expiresAt: Date; asked: Record<string, string> },
): Promise<NewKey> {
  const now = app.clock.now();
  const permissions = KEY_PERMISSIONS.filter((each) => form.permissions.includes(each));
  requireHeld(caller, permissions);
  return transaction(app.db, async (tx) => {
    await store.lockMode(tx, caller);
    if ((await store.listKeys(tx, caller, now)).length >= KEYS_MAXIMUM) throw new TooManyKeys(KEYS_MAXIMUM);
    const made = await makeKey(
      tx,
      caller,
      {
        kind: 'secret',
        name: form.name,
        permissions,
        version: LATEST_VERSION,
        ...(requested && { requestedUntil: requested.expiresAt }),
      },
      now,
    );
    await recordAudit(tx, caller, now, {
      action: 'api-key.create',
      subject: `api-key:${made.id}`,
      after: { name: form.name, shown: made.shown, permissions, ...requested?.asked },
    });
    await notifyOwners({ ...app, db: tx }, caller, {
      kind: 'api-key-made',
      params: { key: form.name },
      href: HREF,
    });
    return made;
  });
}

/**
 * Extends a key that was made for a request until `endsAt`, now that its program has fetched it.
 * @returns false when it was revoked, or has expired
 */
export async function extendRequestedKey(
  tx: Tx,
  scope: Scope,
  id: number,
  endsAt: Date,
  now: Date,
): Promise<boolean> {
  await store.lockMode(tx, scope);
  const key = await store.findActive(tx, scope, id, now);
  if (!key?.isRequested) return false;
  await store.expireKey(tx, scope, id, endsAt);
  return true;
}

/** Revokes a key that was made for a request, on behalf of its holder. @returns its merchant; null for any other key */
export async function endRequestedKey(
  app: App,
  { address }: Pick<Caller, 'address'>,
  key: string,
): Promise<{ merchantId: number } | null> {
  const now = app.clock.now();
  const found = isKey(key) ? await store.findByHash(app.db, hashKey(key), now) : null;
  if (!found?.isRequested) return null;
  const { id, merchantId, mode, kind } = found;
  const shown = masked(kind, found.shown);
  await transaction(app.db, async (tx) => {
    await store.lockMode(tx, found);
    await store.expireKey(tx, found, id, now);
    await recordAudit(tx, { merchantId, mode, actor: `API key ${shown}`, address }, now, {
      action: 'api-key.revoke',
      subject: `api-key:${id}`,
      before: { name: found.name, kind, shown },
    });
    await announceChange(tx, { merchantId });
  });
  return { merchantId };
}

/**
 * Returns the API version of a replacement key: that of the former key, whose software continues to run; the latest
 * if nobody has seen the former key.
 */
const versionAfter = ({ version, createdBy, lastUsedAt }: store.StoredKey): ApiVersion =>
  createdBy === null && lastUsedAt === null ? LATEST_VERSION : version;

/**
 * Sets the API version of a key, to a newer or an older one, and tells every owner. Requires step-up.
 * @throws InvalidError 422 for a wrong password, KeyNotFound
 */
export async function setKeyVersion(
  app: App,
  caller: Caller,
  { id, version, ...proof }: z.output<typeof KeyVersionForm>,
): Promise<void> {
  await requireStepUp(app, caller, proof);
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    await store.lockMode(tx, caller);
    const key = await store.findActive(tx, caller, id, now);
    if (!key) throw new KeyNotFound();
    if (key.version === version) return;
    await store.setVersion(tx, caller, id, version);
    await recordAudit(tx, caller, now, {
      action: 'api-key.version',
      subject: `api-key:${id}`,
      before: { name: key.name, shown: masked(key.kind, key.shown), version: key.version },
      after: { version },
    });
    await notifyOwners({ ...app, db: tx }, caller, {
      kind: 'api-key-moved',
      params: { key: key.name || masked(key.kind, key.shown), version },
      href: HREF,
    });
    await announceChange(tx, { merchantId: caller.merchantId });
  });
}

/** Revokes a key; the next call with it is refused. @throws KeyNotFound */
export async function revokeKey(app: App, caller: Caller, id: number): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    await store.lockMode(tx, caller);
    const key = await store.findRevocable(tx, caller, id, now);
    if (!key) throw new KeyNotFound();
    await store.expireKey(tx, caller, id, now);
    await recordAudit(tx, caller, now, {
      action: 'api-key.revoke',
      subject: `api-key:${id}`,
      before: { name: key.name, kind: key.kind, shown: masked(key.kind, key.shown) },
    });
    await announceChange(tx, { merchantId: caller.merchantId });
  });
}

/** Returns the URL of the payment page of a payment link. @throws LinkNotFound, LinkNotPayable */
export async function startCheckout(app: App, caller: Caller, reference: string): Promise<{ url: string }> {
  const { url, isPayable } = await findPayAddress(app, caller, reference);
  if (!isPayable) throw new LinkNotPayable();
  return { url };
}

/** Refuses to give a key permissions that its creator does not have. */
function requireHeld(caller: Caller, permissions: readonly Permission[]): void {
  if (!permissions.every((each) => caller.permissions.has(each))) throw new KeyExceedsMaker();
}

async function makeKey(
  tx: Tx,
  caller: Caller,
  what: Pick<store.NewStoredKey, 'kind' | 'name' | 'permissions' | 'version' | 'requestedUntil'>,
  now: Date,
): Promise<NewKey> {
  const key = newKey(what.kind, caller.mode);
  const shown = shownOf(what.kind, key);
  const id = await store.insertKey(tx, caller, {
    ...what,
    shown,
    hash: hashKey(key),
    createdBy: caller.userId,
    now,
  });
  await announceChange(tx, { merchantId: caller.merchantId });
  return { id, key, shown: masked(what.kind, shown) };
}
