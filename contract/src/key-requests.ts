/**
 * Key requests: a program gets a key without anybody copying one. It shows a code, and a person confirms it in the
 * portal.
 */
import * as z from 'zod/mini';
import { KeyForm } from './api-keys.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { reads } from './schema.ts';
import { compactNumber, text } from './text.ts';

/** Page where a person confirms a request; its code is in the query. */
export const KEY_REQUEST_PATH = '/account-settings/key-request';

/** Letters of codes: none that resembles another, and no vowels, so that no code is a word. */
export const CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
export const CODE_LENGTH = 8;

/** Minutes until a request expires, seconds between the program's polls, and days until its key expires. */
export const KEY_REQUEST_MINUTES = 10;
export const POLL_SECONDS = 2;
export const REQUESTED_KEY_DAYS = 90;

export const KEY_REQUEST_STATES = ['waiting', 'approved', 'refused'] as const;
export const KEY_MODES = ['test', 'live'] as const;

export const BeginKeyRequest = z.object({
  mode: z.enum(KEY_MODES, { error: 'Invalid' }),
  /** The requesting program and its machine. */
  program: text(30),
  machine: text(60),
});

export const BegunKeyRequest = z.object({
  /** Secret with which the program collects the key. */
  device_code: z.string(),
  /** The code that the person compares: `BCDF-GHJK`. */
  user_code: z.string(),
  /** URL of the page where the person confirms it. */
  address: z.string(),
  expires_in_seconds: z.number(),
  interval_seconds: z.number(),
});

const DeviceCode = z.object({ device_code: text(100) });

export const CollectedKey = z.object({
  status: z.enum(KEY_REQUEST_STATES),
  /** The key, in one reply after approval; null otherwise. */
  key: z.nullable(z.string()),
});

/** A typed code: small letters and a missing hyphen are accepted. */
const UserCode = reads(
  z.pipe(
    z.string(),
    z.transform((typed: string, ctx): string => {
      const code = compactNumber(typed).toUpperCase();
      if (code.length === CODE_LENGTH && [...code].every((letter) => CODE_LETTERS.includes(letter)))
        return code;
      ctx.issues.push({ code: 'custom', message: 'Invalid', input: typed });
      return z.NEVER;
    }),
  ),
  { type: 'string' },
);
/** In the query or body instead of the path, because the code is not the id of anybody's object. */
const ByCode = z.object({ code: UserCode });
const ApproveKeyRequest = z.extend(KeyForm, { code: UserCode });
export type ApproveKeyRequest = z.output<typeof ApproveKeyRequest>;

/** A waiting request, as shown to the person who confirms it. */
export const KeyRequest = z.object({
  user_code: z.string(),
  mode: z.enum(KEY_MODES),
  program: z.string(),
  machine: z.string(),
  /** The IP address of the request, and whether this person's calls come from the same one. */
  address: z.string(),
  is_same_address: z.boolean(),
  created_at: z.string(),
  expires_at: z.string(),
});
export type KeyRequest = z.output<typeof KeyRequest>;

const path = '/merchant/key_requests';
const access = 'api-keys-settings';

export const keyRequests = defineEndpoints({
  begin: {
    method: 'POST',
    path,
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: BeginKeyRequest,
    reply: data(BegunKeyRequest),
  },
  /** Returns the state of a request; one reply contains the key. */
  collect: {
    method: 'POST',
    path: `${path}/collect`,
    base: 'fixed',
    access: 'public',
    body: DeviceCode,
    reply: data(CollectedKey),
  },
  /** Revokes a key made for a request; knowing the key is enough. The reply is the same for unknown and other keys. */
  end: {
    method: 'POST',
    path: `${path}/end`,
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: z.object({ key: text(100) }),
    reply: done,
  },
  /** Returns a waiting request of this mode. */
  read: {
    method: 'GET',
    path,
    base: 'mode',
    access,
    query: ByCode,
    reply: data(KeyRequest),
  },
  /** Creates a key for the request, with a name and permissions chosen by the person. */
  approve: {
    method: 'POST',
    path: `${path}/approve`,
    base: 'mode',
    access,
    body: ApproveKeyRequest,
    stepUp: 'always',
    reply: done,
  },
  refuse: {
    method: 'POST',
    path: `${path}/refuse`,
    base: 'mode',
    access,
    body: ByCode,
    reply: done,
  },
});
