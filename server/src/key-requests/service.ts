/** A program requests a key, a person confirms it, and the program fetches it once. */
import {
  type ApproveKeyRequest,
  type BeginKeyRequest,
  type BegunKeyRequest,
  CODE_LENGTH,
  CODE_LETTERS,
  type CollectedKey,
  KEY_REQUEST_MINUTES,
  KEY_REQUEST_PATH,
  type KeyRequest,
  POLL_SECONDS,
  REQUESTED_KEY_DAYS,
} from '@daftar/contract/key-requests';
import type * as z from 'zod/mini';
import { endRequestedKey, extendRequestedKey, makeFurtherKey } from '../api-keys/service.ts';
import { hashToken, randomSecret } from '../auth/secrets.ts';
import { requireStepUp } from '../auth/step-up.ts';
import type { App, Caller, Visitor } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { networkOf } from '../platform/http/addresses.ts';
import { serverKey } from '../platform/keys.ts';
import { takeUses } from '../platform/limits/limits.ts';
import { drawLetters } from '../platform/references.ts';
import { seal, unseal } from '../platform/seal.ts';
import { KeyRequestGone } from './errors.ts';
import { shownCode } from './rules.ts';
import * as store from './store.ts';

/** Limits of requests that one network may begin, and keys that it may revoke. */
const BEGUN = { name: 'key requests', free: 30, most: 30, windowSeconds: 600 };
const ENDED = { name: 'keys ended', free: 60, most: 60, windowSeconds: 600 };
/** Limit of codes that one person may look up: too few to guess another's. */
const LOOKED_UP = { name: 'key request codes', free: 60, most: 60, windowSeconds: 600 };
/** A random code is taken once in a hundred years, so three in a row cannot happen by chance. */
const CODE_TRIES = 3;

const sealingKey = (app: Pick<App, 'config'>) => serverKey(app, 'requested keys');

/** Begins a request of a program. @throws TooManyError */
export async function begin(
  app: App,
  visitor: Visitor,
  form: z.output<typeof BeginKeyRequest>,
): Promise<z.output<typeof BegunKeyRequest>> {
  await takeUses(app, [{ limit: BEGUN, of: networkOf(visitor.address) }]);
  const now = app.clock.now();
  const expiresInSeconds = KEY_REQUEST_MINUTES * 60;
  const deviceCode = randomSecret();
  const request = {
    ...form,
    deviceHash: hashToken(deviceCode),
    address: visitor.address,
    now,
    expiresAt: new Date(now.getTime() + expiresInSeconds * 1000),
  };
  for (let tries = 0; tries < CODE_TRIES; tries += 1) {
    const userCode = drawLetters(CODE_LENGTH, CODE_LETTERS);
    if (!(await store.insertRequest(app.db, { ...request, userCode }))) continue;
    const code = shownCode(userCode);
    return {
      device_code: deviceCode,
      user_code: code,
      address: `${app.config.publicUrl}${KEY_REQUEST_PATH}?code=${code}`,
      expires_in_seconds: expiresInSeconds,
      interval_seconds: POLL_SECONDS,
    };
  }
  throw new Error('no code for a key request was free');
}

/** Returns a waiting request of the caller's mode. @throws KeyRequestGone, TooManyError */
export async function read(app: App, caller: Caller, code: string): Promise<KeyRequest> {
  await takeUses(app, [{ limit: LOOKED_UP, of: `${caller.userId}`, scope: caller }]);
  const found = await store.findWaiting(app.db, caller.mode, code, app.clock.now());
  if (!found) throw new KeyRequestGone();
  return {
    user_code: shownCode(found.userCode),
    mode: found.mode,
    program: found.program,
    machine: found.machine,
    address: found.address,
    is_same_address: found.address === caller.address,
    created_at: found.createdAt.toISOString(),
    expires_at: found.expiresAt.toISOString(),
  };
}

/**
 * Makes the key of a request, and tells every owner as for any key. Until the program has fetched it, it expires with
 * the request.
 * @throws InvalidError 422 for a wrong password, KeyRequestGone, KeyExceedsMaker, TooManyKeys
 */
export async function approve(app: App, caller: Caller, form: ApproveKeyRequest): Promise<void> {
  const { code } = form;
  await requireStepUp(app, caller, form);
  await transaction(app.db, async (tx) => {
    const request = await store.lockWaiting(tx, caller.mode, code, app.clock.now());
    if (!request) throw new KeyRequestGone();
    const { program, machine, address, expiresAt } = request;
    const requested = { expiresAt, asked: { program, machine, address } };
    const made = await makeFurtherKey({ ...app, db: tx }, caller, form, requested);
    const sealedKey = seal(sealingKey(app), made.key);
    await store.markApproved(tx, caller, code, { keyId: made.id, sealedKey });
  });
}

/** Refuses a request, of which its program is notified. @throws KeyRequestGone */
export async function refuse(app: App, caller: Caller, code: string): Promise<void> {
  await transaction(app.db, async (tx) => {
    if (!(await store.lockWaiting(tx, caller.mode, code, app.clock.now()))) throw new KeyRequestGone();
    await store.markRefused(tx, caller, code);
  });
}

/** Returns the state of a request, with the key at the first call after it was made. @throws KeyRequestGone */
export async function collect(app: App, deviceCode: string): Promise<z.output<typeof CollectedKey>> {
  const now = app.clock.now();
  const deviceHash = hashToken(deviceCode);
  return transaction(app.db, async (tx) => {
    const found = await store.lockByDevice(tx, deviceHash, now);
    if (!found || found.status === 'fetched') throw new KeyRequestGone();
    const { status, mode, merchantId, keyId, sealedKey } = found;
    if (status !== 'approved' || !sealedKey || merchantId === null || keyId === null)
      return { status, key: null };
    const key = unseal(sealingKey(app), sealedKey);
    const endsAt = new Date(now.getTime() + REQUESTED_KEY_DAYS * 86_400_000);
    // The key was revoked meanwhile, or sealed with a secret that was replaced, so there is nothing to return.
    const isThere = key !== null && (await extendRequestedKey(tx, { merchantId, mode }, keyId, endsAt, now));
    await store.markFetched(tx, deviceHash);
    if (!isThere) return { status: 'refused', key: null };
    return { status, key };
  });
}

/** Revokes a key that was made for a request. @returns its merchant; null for any other key. @throws TooManyError */
export async function end(app: App, visitor: Visitor, key: string): Promise<{ merchantId: number } | null> {
  await takeUses(app, [{ limit: ENDED, of: networkOf(visitor.address) }]);
  return endRequestedKey(app, visitor, key);
}

/** Deletes requests that have expired. */
export const purgeKeyRequests = (app: App): Promise<void> => store.purge(app, app.clock.now());
