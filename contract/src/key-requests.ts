/** How a program gets a key without anybody copying one: it shows a code, and a person confirms it in the portal. */
import * as z from 'zod/mini';
import { KeyForm } from './api-keys.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, done } from './envelope.ts';
import { reads } from './schema.ts';
import { compactNumber, text } from './text.ts';

/** Where a person confirms a request; its code is in the query. */
export const KEY_REQUEST_PATH = '/account-settings/key-request';

/** Letters of codes: none that reads like another, and no vowels, so that no code is a word. */
export const CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
export const CODE_LENGTH = 8;

/** How long a request waits, how often the program may ask, and how long its key lasts. */
export const KEY_REQUEST_MINUTES = 10;
export const POLL_SECONDS = 2;
export const REQUESTED_KEY_DAYS = 90;

export const KEY_REQUEST_STATES = ['waiting', 'approved', 'refused'] as const;
export const KEY_MODES = ['test', 'live'] as const;

export const BeginKeyRequest = z.object({
  mode: z.enum(KEY_MODES, { error: 'Invalid' }),
  /** What asks, and on which machine. */
  program: text(30),
  machine: text(60),
});

export const BegunKeyRequest = z.object({
  /** Collects the key; known to the program alone. */
  device_code: z.string(),
  /** What a person compares: `BCDF-GHJK`. */
  user_code: z.string(),
  /** Where the person confirms it. */
  address: z.string(),
  expires_in_seconds: z.number(),
  interval_seconds: z.number(),
});

const DeviceCode = z.object({ device_code: text(100) });

export const CollectedKey = z.object({
  status: z.enum(KEY_REQUEST_STATES),
  /** Once, when it was approved; null otherwise. */
  key: z.nullable(z.string()),
});

/** A code as people type it: in small letters, with or without its hyphen. */
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
/** Beside the call, not in its path: it is no id of anything that belongs to somebody. */
const ByCode = z.object({ code: UserCode });
const ApproveKeyRequest = z.extend(KeyForm, { code: UserCode });
export type ApproveKeyRequest = z.output<typeof ApproveKeyRequest>;

/** A request that waits, as the person sees it who is to confirm it. */
export const KeyRequest = z.object({
  user_code: z.string(),
  mode: z.enum(KEY_MODES),
  program: z.string(),
  machine: z.string(),
  /** The IP address it came from, and whether this person's calls come from the same one. */
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
  /** What has become of a request. The key is in one reply. */
  collect: {
    method: 'POST',
    path: `${path}/collect`,
    base: 'fixed',
    access: 'public',
    body: DeviceCode,
    reply: data(CollectedKey),
  },
  /** Revokes a key that was made for a request; whoever has it may. That a key is unknown, or another, is not told. */
  end: {
    method: 'POST',
    path: `${path}/end`,
    base: 'fixed',
    access: 'public',
    rateLimit: 'credentials',
    body: z.object({ key: text(100) }),
    reply: done,
  },
  /** A request of this mode that waits. */
  read: {
    method: 'GET',
    path,
    base: 'mode',
    access,
    query: ByCode,
    reply: data(KeyRequest),
  },
  /** Makes a key for the request, under a name and with permissions that the person chooses. */
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
