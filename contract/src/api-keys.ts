import * as z from 'zod/mini';
import { defineEndpoints, type Endpoint } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { PERMISSION_GROUPS, type Permission } from './permissions.ts';
import { stepUpFields } from './step-up.ts';
import { Id, reference, text } from './text.ts';
import { API_VERSIONS } from './versions.ts';

const PERSONAL_GROUPS: ReadonlySet<string> = new Set(['team', 'account']);

/**
 * The permissions that a key can have: none that manage the team or the account, so that a key cannot create keys,
 * redirect money or add people.
 */
export const KEY_PERMISSIONS: readonly Permission[] = Object.entries(PERMISSION_GROUPS).flatMap(
  ([group, permissions]) => (PERSONAL_GROUPS.has(group) ? [] : [...permissions]),
);

const held: ReadonlySet<string> = new Set(KEY_PERMISSIONS);

/** Returns whether a secret key with the required permissions can call an endpoint. */
export function isForKeys({ access, base, keys }: Endpoint): boolean {
  if ((base === 'fixed' && keys !== 'test') || keys === 'none') return false;
  if (access === 'signed-in') return keys !== undefined;
  return (typeof access === 'string' ? [access] : access).some((each) => held.has(each));
}

/** Choices of hours for which a rolled key may remain active. */
export const GRACE_HOURS = [0, 1, 24, 72, 168] as const;
const GRACE_MAXIMUM = 168;

const ScopedPermissions = z
  .array(z.enum(KEY_PERMISSIONS as Permission[], { error: 'Invalid' }))
  .check(z.minLength(1), z.maxLength(200));

export const KeysInfo = z.object({
  /** The test pair. Secret keys show ten characters and four asterisks, public keys all. */
  secretKey: z.string(),
  publicKey: z.string(),
  /** Empty until the account is approved. */
  liveSecretKey: z.string(),
  livePublicKey: z.string(),
  /** True: a person has seen the current secret. */
  secretShown: z.boolean(),
  liveSecretShown: z.boolean(),
});
export type KeysInfo = z.output<typeof KeysInfo>;

export const RollForm = z.object({
  key: z.enum(['secret', 'public'], { error: 'Invalid' }),
  /** Hours for which the previous key remains active; 0 ends it at once. */
  grace_hours: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(GRACE_MAXIMUM))),
  ...stepUpFields,
});

export const KeyForm = z.object({ name: text(60), permissions: ScopedPermissions, ...stepUpFields });
export type KeyFormValues = z.output<typeof KeyForm>;

/** A key as listed. */
export const KeyRow = z.object({
  id: z.number(),
  /** Empty for the account's own pair. */
  name: z.string(),
  kind: z.string(),
  shown: z.string(),
  /** The person who was shown the secret; null if nobody was. */
  made_by: z.nullable(z.string()),
  /** True: that person can no longer sign in, but may still know the secret. */
  maker_left: z.boolean(),
  /** Null: every permission that a key can have. */
  permissions: z.nullable(z.array(z.string())),
  /** The version of the API in which calls with this key are answered (`versions.ts`). */
  version: z.enum(API_VERSIONS),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
  /** The end of the grace period of a rolled key, or the expiry of a key created for a key request. */
  expires_at: z.nullable(z.string()),
  /** True: created for a key request, such as by `daftar login`. */
  is_requested: z.boolean(),
});
export type KeyRow = z.output<typeof KeyRow>;

/** A new key; its secret is shown only here. */
export const NewKey = z.object({ id: z.number(), key: z.string(), shown: z.string() });
export type NewKey = z.output<typeof NewKey>;

/** The API version for a key's future calls. */
export const KeyVersionForm = z.object({
  id: Id,
  version: z.enum(API_VERSIONS, { error: 'Invalid' }),
  ...stepUpFields,
});

export const CheckoutForm = z.object({
  /** A payment link's reference: LNK-… */
  link: reference(),
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
  /** Rolls a key of the mode called. */
  roll: {
    method: 'POST',
    path: '/merchant/AccountSettings/KeysInfo/roll',
    base: 'mode',
    access: 'api-keys-settings',
    body: RollForm,
    stepUp: 'always',
    reply: data(NewKey),
  },
  /** Lists the active keys of the mode, newest first. */
  list: {
    method: 'GET',
    path: '/merchant/AccountSettings/KeysInfo/keys',
    base: 'mode',
    access: 'api-keys-settings',
    reply: data(z.array(KeyRow)),
  },
  /** Creates a restricted key. */
  create: {
    method: 'POST',
    path: '/merchant/AccountSettings/KeysInfo/keys',
    base: 'mode',
    access: 'api-keys-settings',
    body: KeyForm,
    stepUp: 'always',
    reply: data(NewKey),
  },
  /** Changes the version of a key; it applies from the next call. */
  setVersion: {
    method: 'PATCH',
    path: '/merchant/AccountSettings/KeysInfo/keys',
    base: 'mode',
    access: 'api-keys-settings',
    body: KeyVersionForm,
    stepUp: 'always',
    reply: done,
  },
  /** Revokes a restricted or rolled key at once. */
  revoke: {
    method: 'DELETE',
    path: '/merchant/AccountSettings/KeysInfo/keys',
    base: 'mode',
    access: 'api-keys-settings',
    query: z.object({ id: Id }),
    reply: done,
  },
  /** Returns a payment link's page. The only call that public keys may make, from any website. */
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
