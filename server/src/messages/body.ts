import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { App } from '../platform/context.ts';
import { serverKey } from '../platform/keys.ts';
import { seal, unsealBytes } from '../platform/seal.ts';
import { USUAL, USUAL_SINCE_DARK } from './usual.ts';

/** The text of a message, and the URLs in it. */
export interface Body {
  text: string;
  /** E-mail only. */
  html: string | null;
  links: string[];
  /** The sender's display name; ours when absent. */
  from?: string | null;
  /** E-mail only: who reads answers; nobody when absent. */
  replyTo?: string | null;
  /** E-mail only. */
  attachment?: Attachment | null;
  /** E-mail only: where its reader unsubscribes with one click of their mail program (RFC 8058). */
  unsubscribe?: string | null;
}

/** A file of an e-mail. It is kept with the text, so it must be small. */
export interface Attachment {
  name: string;
  type: string;
  base64: string;
}

const keyOf = (app: Pick<App, 'config'>) => serverKey(app, 'message');

/**
 * What each body was made small with, by its first byte: the last is what new ones are. One that an earlier version wrote begins with the
 * brace of its JSON.
 */
const DICTIONARIES = new Map([
  [1, USUAL],
  [2, USUAL_SINCE_DARK],
]);
const [NOW, DICTIONARY] = [...DICTIONARIES].at(-1)!;

/**
 * Encrypts a body for storage: it may contain links and codes that open accounts, which reading the database must not
 * reveal. Made small before: a mail says everything twice, in a layout that all have, so a fifth is left of most.
 */
export function sealBody(app: Pick<App, 'config'>, body: Body): Buffer {
  const small = deflateRawSync(JSON.stringify(body), { dictionary: DICTIONARY });
  return seal(keyOf(app), Buffer.concat([Buffer.of(NOW), small]));
}

/** Decrypts a body; null when its root secret is gone. */
export function openBody(app: Pick<App, 'config'>, sealed: Buffer): Body | null {
  const bytes = unsealBytes(keyOf(app), sealed);
  if (bytes === null) return null;
  const dictionary = DICTIONARIES.get(bytes[0] ?? 0);
  const json = dictionary ? inflateRawSync(bytes.subarray(1), { dictionary }) : bytes;
  return JSON.parse(json.toString('utf8')) as Body;
}
