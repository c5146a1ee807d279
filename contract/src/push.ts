/** Notifications on a person's devices while the portal is shut (Web Push, RFC 8030). */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { Created, data, done } from './envelope.ts';
import { Id } from './text.ts';

/** The most devices of a person. */
export const PUSH_DEVICES_MAXIMUM = 10;

/** What a browser's subscription says: where messages go, and the keys that only that browser can read them with. */
export const PushDeviceForm = z.object({
  /** Of a known push service. */
  endpoint: z.string().check(z.minLength(1, { error: 'Required' }), z.maxLength(1024)),
  /** A point of P-256, uncompressed, in base64url. */
  p256dh: z.string().check(z.regex(/^B[\w-]{86}$/, { error: 'Invalid' })),
  /** 16 bytes in base64url. */
  auth: z.string().check(z.regex(/^[\w-]{22}$/, { error: 'Invalid' })),
});
export type PushDeviceForm = z.output<typeof PushDeviceForm>;

export const PushDevice = z.object({
  id: z.number(),
  /** Empty where the browser does not say. */
  browser: z.string(),
  system: z.string(),
  created_at: z.string(),
  /** When a message was last accepted for it. */
  told_at: z.nullable(z.string()),
  /** Of the session that asks. */
  is_current: z.boolean(),
});
export type PushDevice = z.output<typeof PushDevice>;

/** What a device receives, encrypted for it: no amounts and no names, since a locked screen shows it to anybody. */
export interface PushNews {
  title: string;
  body: string;
  lang: 'en' | 'ar';
  /** The portal's path that it leads to. */
  path: string;
  /** Replaces what was shown under it. */
  tag: string;
}

export const push = defineEndpoints({
  /** The key under which browsers subscribe (VAPID, RFC 8292), and the caller's devices. */
  devices: {
    method: 'GET',
    path: '/merchant/push/devices',
    base: 'fixed',
    access: 'signed-in',
    whenNotLive: true,
    reply: data(z.object({ public_key: z.string(), devices: z.array(PushDevice) })),
  },
  /** Tells this device until its session ends. A device that was registered before, by anybody, is registered anew. */
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
