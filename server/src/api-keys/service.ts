import {
  KEY_PERMISSIONS,
  type KeyFormValues,
  type KeyRow,
  type KeysInfo,
  type NewKey,
  type RollForm,
} from '@daftar/contract/api-keys';
import type { Permission } from '@daftar/contract/permissions';
import type * as z from 'zod/mini';
import { recordAudit } from '../audit/record.ts';
import { announceChange } from '../auth/principals.ts';
import { findPayAddress } from '../payment-links/service.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { KeyExceedsMaker, KeyNotFound, KeysNotIssued, LinkNotPayable, TooManyKeys } from './errors.ts';
import { hashKey, type KeyKind, masked, newKey, shownOf } from './rules.ts';
import * as store from './store.ts';

/** A limit far above real use. */
const KEYS_MAXIMUM = 50;

/** The pairs of both modes; live ones are empty until the account may go live. */
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

/** Every key of the caller's mode that works, the newest first. */
export async function listKeys(app: App, scope: Scope): Promise<KeyRow[]> {
  const keys = await store.listKeys(app.db, scope, app.clock.now());
  return keys.map((key) => ({
    id: key.id,
    name: key.name,
    kind: key.kind,
    shown: masked(key.kind, key.shown),
    permissions: key.permissions,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
  }));
}

/**
 * Replaces a key of the pair. The previous one works for the grace period and no longer; without a grace period it is
 * refused from the next call. @throws KeysNotIssued, KeyExceedsMaker: nothing is changed.
 */
export async function rollKey(app: App, caller: Caller, form: z.output<typeof RollForm>): Promise<NewKey> {
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
      { kind: form.key, name: '', permissions: before.permissions },
      now,
    );
    await recordAudit(tx, caller, now, {
      action: 'api-key.roll',
      subject: `api-key:${made.id}`,
      before: { id: before.id, shown: masked(form.key, before.shown), works_until: endsAt.toISOString() },
      after: { kind: form.key, shown: made.shown },
    });
    return made;
  });
}

/** A further secret key with just some permissions. @throws KeyExceedsMaker, TooManyKeys */
export async function createKey(app: App, caller: Caller, form: KeyFormValues): Promise<NewKey> {
  const now = app.clock.now();
  const permissions = KEY_PERMISSIONS.filter((each) => form.permissions.includes(each));
  requireHeld(caller, permissions);
  return transaction(app.db, async (tx) => {
    await store.lockMode(tx, caller);
    if ((await store.listKeys(tx, caller, now)).length >= KEYS_MAXIMUM) throw new TooManyKeys(KEYS_MAXIMUM);
    const made = await makeKey(tx, caller, { kind: 'secret', name: form.name, permissions }, now);
    await recordAudit(tx, caller, now, {
      action: 'api-key.create',
      subject: `api-key:${made.id}`,
      after: { name: form.name, shown: made.shown, permissions },
    });
    return made;
  });
}

/** Ends a key for the very next call. @throws KeyNotFound */
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

/** Where a payment link is paid, by its reference. @throws LinkNotFound, LinkNotPayable */
export async function startCheckout(app: App, caller: Caller, reference: string): Promise<{ url: string }> {
  const { url, isPayable } = await findPayAddress(app, caller, reference);
  if (!isPayable) throw new LinkNotPayable();
  return { url };
}

/** A key never gets a permission that its creator does not hold. */
function requireHeld(caller: Caller, permissions: readonly Permission[]): void {
  if (!permissions.every((each) => caller.permissions.has(each))) throw new KeyExceedsMaker();
}

async function makeKey(
  tx: Tx,
  caller: Caller,
  what: { kind: KeyKind; name: string; permissions: readonly Permission[] | null },
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
