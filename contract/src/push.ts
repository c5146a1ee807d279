/** Push notifications on a person's devices while the portal is closed (Web Push, RFC 8030). */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { Created, data, done } from './envelope.ts';
import { Id } from './text.ts';

/** Maximum number of devices per person. */
export const PUSH_DEVICES_MAXIMUM = 10;

/** A browser's push subscription: the URL for messages, and the keys with which only that browser can decrypt them. */
export const PushDeviceForm = z.object({
  /** URL at a known push service. */
  endpoint: z.string().check(z.minLength(1, { error: 'Required' }), z.maxLength(1024)),
  /** A point of P-256, uncompressed, in base64url. */
  p256dh: z.string().check(z.regex(/^B[\w-]{86}$/, { error: 'Invalid' })),
  /** 16 bytes in base64url. */
  auth: z.string().check(z.regex(/^[\w-]{22}$/, { error: 'Invalid' })),
});
export type PushDeviceForm = z.output<typeof PushDeviceForm>;

export const PushDevice = z.object({
  id: z.number(),
  /** Empty if the browser does not report it. */
  browser: z.string(),
  system: z.string(),
  created_at: z.string(),
  /** When a message was last accepted for the device. */
  told_at: z.nullable(z.string()),
  /** True: the device of the calling session. */
  is_current: z.boolean(),
});
export type PushDevice = z.output<typeof PushDevice>;

/**
 * The content of a push message, encrypted for the device: no amounts and no names, because a locked screen shows it to
 * anybody.
 */
export interface PushNews {
  title: string;
  body: string;
  lang: 'en' | 'ar';
  /** The portal path to open. */
  path: string;
  /** Replaces an earlier notification with the same tag. */
  tag: string;
}

export const push = defineEndpoints({
  /** Returns the key with which browsers subscribe (VAPID, RFC 8292), and the caller's devices. */
  devices: {
    method: 'GET',
    path: '/merchant/push/devices',
    base: 'fixed',
    access: 'signed-in',
    whenNotLive: true,
    reply: data(z.object({ public_key: z.string(), devices: z.array(PushDevice) })),
  },
  /**
   * Registers this device for notifications until its session ends. A device registered before, by anybody, is
   * registered again.
   */
  register: {
    method: 'POST',
    path: '/merchant/push/devices',
    base: 'fixed',
    access: 'signed-in',
    whenNotLive: true,
    whenSuspended: true,
    idempotent: true,
    body: PushDeviceForm,
    reply: data(Created),
  },
  remove: {
    method: 'DELETE',
    path: '/merchant/push/devices/:deviceId',
    base: 'fixed',
    access: 'signed-in',
    whenNotLive: true,
    whenSuspended: true,
    params: z.object({ deviceId: Id }),
    reply: done,
  },
});
