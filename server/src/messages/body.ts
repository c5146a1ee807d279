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
  /** E-mail only: the reply address; none when absent. */
  replyTo?: string | null;
  /** E-mail only. */
  attachment?: Attachment | null;
  /** E-mail only: the URL for one-click unsubscribing (RFC 8058). */
  unsubscribe?: string | null;
}

/** An attachment of an e-mail. It is stored with the text, so it must be small. */
export interface Attachment {
  name: string;
  type: string;
  base64: string;
}

const keyOf = (app: Pick<App, 'config'>) => serverKey(app, 'message');

/**
 * Dictionaries by the first byte of a compressed body; new bodies use the last one. A body from an earlier version
 * starts with the brace of its JSON.
 */
const DICTIONARIES = new Map([
  [1, USUAL],
  [2, USUAL_SINCE_DARK],
]);
const [NOW, DICTIONARY] = [...DICTIONARIES].at(-1)!;

/**
 * Encrypts a body for storage, because it may contain links and codes that give access to accounts, which reading the
 * database must not reveal. Compresses it first: an e-mail contains everything twice, in a common layout, so about a
 * fifth remains.
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
