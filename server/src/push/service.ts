import { createHash } from 'node:crypto';
import { PUSH_DEVICES_MAXIMUM, type PushDevice, type PushDeviceForm } from '@daftar/contract/push';
import type { App, Caller } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { serverKey } from '../platform/keys.ts';
import { seal, unseal } from '../platform/seal.ts';
import { deviceOf } from '../profile/device.ts';
import { isPoint } from './encrypt.ts';
import { DeviceNotFound, DeviceRemoved, notABrowsersKey, notAPushService, TooManyDevices } from './errors.ts';
import { isPushService } from './rules.ts';
import * as store from './store.ts';

const keyOf = (app: Pick<App, 'config'>) => serverKey(app, 'push device');

/** Decrypts a device's URL and keys; null when they were sealed under another root secret. */
export function openDevice(app: Pick<App, 'config'>, sealed: Buffer): PushDeviceForm | null {
  const opened = unseal(keyOf(app), sealed);
  return opened === null ? null : JSON.parse(opened);
}

/** Lists the caller's devices, the newest first. */
export async function listDevices(app: App, caller: Caller): Promise<PushDevice[]> {
  const devices = await store.listDevices(app.db, caller, app.clock.now());
  return devices.map(({ id, sessionId, userAgent, createdAt, toldAt }) => {
    const { browser, system } = deviceOf(userAgent);
    return {
      id,
      browser,
      system,
      created_at: createdAt.toISOString(),
      told_at: toldAt?.toISOString() ?? null,
      is_current: sessionId === caller.sessionId,
    };
  });
}

/**
 * Registers the caller's browser until its session ends.
 * @throws InvalidError 422 for the URL of no push service or an invalid key, DeviceRemoved, TooManyDevices
 */
export function registerDevice(app: App, caller: Caller, form: PushDeviceForm): Promise<{ id: number }> {
  if (!isPushService(form.endpoint, app.config.webhooksToLoopback)) throw notAPushService();
  if (!isPoint(Buffer.from(form.p256dh, 'base64url'))) throw notABrowsersKey();
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    await store.lockDevices(tx, caller);
    const endpointHash = createHash('sha256').update(form.endpoint).digest();
    if (await store.wasRemoved(tx, caller, endpointHash)) throw new DeviceRemoved();
    await store.deleteBrowser(tx, caller, { endpointHash, sessionId: caller.sessionId });
    if ((await store.listDevices(tx, caller, now)).length >= PUSH_DEVICES_MAXIMUM) throw new TooManyDevices();
    const id = await store.insertDevice(tx, caller, {
      sessionId: caller.sessionId,
      endpointHash,
      sealed: seal(keyOf(app), JSON.stringify(form)),
      now,
    });
    return { id };
  });
}

/** Removes one of the caller's devices. @throws DeviceNotFound */
export async function removeDevice(app: App, caller: Caller, id: number): Promise<void> {
  if (!(await store.removeDevice(app.db, caller, id, app.clock.now()))) throw new DeviceNotFound();
}
