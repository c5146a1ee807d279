import * as z from 'zod/mini';
import { defineEndpoints, type Endpoint } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { PERMISSION_GROUPS, type Permission } from './permissions.ts';
import { stepUpFields } from './step-up.ts';
import { Id, text } from './text.ts';

const PERSONAL_GROUPS: ReadonlySet<string> = new Set(['team', 'account']);

/**
 * What a key can hold. Not the team, and none of the account: a key cannot make keys, change where money goes, or let
 * people in.
 */
export const KEY_PERMISSIONS: readonly Permission[] = Object.entries(PERMISSION_GROUPS).flatMap(
  ([group, permissions]) => (PERSONAL_GROUPS.has(group) ? [] : [...permissions]),
);

const held: ReadonlySet<string> = new Set(KEY_PERMISSIONS);

/** Whether any secret key can call an endpoint, given the right permissions. */
export function isForKeys({ access, base, keys }: Endpoint): boolean {
  if (base === 'fixed' || keys === 'none') return false;
  if (access === 'signed-in') return keys !== undefined;
  return (typeof access === 'string' ? [access] : access).some((each) => held.has(each));
}

/** How long a rolled key may go on working, in hours. */
export const GRACE_HOURS = [0, 1, 24, 72, 168] as const;
const GRACE_MAXIMUM = 168;

const ScopedPermissions = z
  .array(z.enum(KEY_PERMISSIONS as Permission[], { error: 'Invalid' }))
  .check(z.minLength(1), z.maxLength(200));

export const KeysInfo = z.object({
  /** Of test mode. Secrets are their first ten characters and four asterisks; public keys are whole. */
  secretKey: z.string(),
  publicKey: z.string(),
  /** Empty until the account may go live. */
  liveSecretKey: z.string(),
  livePublicKey: z.string(),
  /** Whether somebody was shown the secret that works now. */
  secretShown: z.boolean(),
  liveSecretShown: z.boolean(),
});
export type KeysInfo = z.output<typeof KeysInfo>;

export const RollForm = z.object({
  key: z.enum(['secret', 'public'], { error: 'Invalid' }),
  /** How long the one before goes on working; 0: not at all. */
  grace_hours: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(GRACE_MAXIMUM))),
  ...stepUpFields,
});
export type RollFormInput = z.input<typeof RollForm>;

export const KeyForm = z.object({ name: text(60), permissions: ScopedPermissions, ...stepUpFields });
export type KeyFormInput = z.input<typeof KeyForm>;
export type KeyFormValues = z.output<typeof KeyForm>;

/** A key as lists show it. */
export const KeyRow = z.object({
  id: z.number(),
  /** Empty for the account's own pair. */
  name: z.string(),
  kind: z.string(),
  shown: z.string(),
  /** Who was shown the secret; null while nobody was. */
  made_by: z.nullable(z.string()),
  /** Whoever was shown it may not sign in any more, and may still know it. */
  maker_left: z.boolean(),
  /** Null: everything that a key can hold. */
  permissions: z.nullable(z.array(z.string())),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
  /** Rolled, and still working until then. */
  expires_at: z.nullable(z.string()),
});
export type KeyRow = z.output<typeof KeyRow>;

/** A new key: the only time that a secret is told. */
export const NewKey = z.object({ id: z.number(), key: z.string(), shown: z.string() });
export type NewKey = z.output<typeof NewKey>;

export const CheckoutForm = z.object({
  /** A payment link's reference: LNK-… */
  link: text(64),
});

export const apiKeys = defineEndpoints({
  /** The pairs of both modes, whichever address is called. */
  info: {
    method: 'GET',
    path: '/merchant/AccountSettings/KeysInfo',
    base: 'mode',
    access: 'api-keys-settings',
    reply: data(KeysInfo),
  },
  /** Of the mode of the address. */
  roll: {
    method: 'POST',
    path: '/merchant/AccountSettings/KeysInfo/roll',
    base: 'mode',
    access: 'api-keys-settings',
    body: RollForm,
    stepUp: 'always',
    reply: data(NewKey),
  },
  /** Every key of the mode that works, the newest first. */
  list: {
    method: 'GET',
    path: '/merchant/AccountSettings/KeysInfo/keys',
    base: 'mode',
    access: 'api-keys-settings',
    reply: data(z.array(KeyRow)),
  },
  /** A further secret key, for one purpose. */
  create: {
    method: 'POST',
    path: '/merchant/AccountSettings/KeysInfo/keys',
    base: 'mode',
    access: 'api-keys-settings',
    body: KeyForm,
    stepUp: 'always',
    reply: data(NewKey),
  },
  /** Ends a further key, or one that was rolled, at once. */
  revoke: {
    method: 'DELETE',
    path: '/merchant/AccountSettings/KeysInfo/keys',
    base: 'mode',
    access: 'api-keys-settings',
    query: z.object({ id: Id }),
    reply: done,
  },
  /** Where a payment link is paid. All that a public key can do; from any website. */
  startCheckout: {
    method: 'POST',
    path: '/merchant/checkout/start',
    base: 'mode',
    access: 'signed-in',
    keys: 'public',
    body: CheckoutForm,
    reply: data(z.object({ url: z.string() })),
  },
});
