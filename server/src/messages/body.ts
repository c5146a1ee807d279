import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { App } from '../platform/context.ts';
import { serverKey } from '../platform/keys.ts';
import { seal, unsealBytes } from '../platform/seal.ts';
import { USUAL } from './usual.ts';

/** The text of a message, and the URLs in it. */
export interface Body {
  text: string;
  /** E-mail only. */
  html: string | null;
  links: string[];
  /** The sender's display name; ours when absent. */
  from?: string | null;
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

/** Before a body that was made small; one that an earlier version wrote begins with the brace of its JSON. */
const SMALL = Buffer.of(1);

/**
 * Encrypts a body for storage: it may contain links and codes that open accounts, which reading the database must not
 * reveal. Made small before: a mail says everything twice, in a layout that all have, so a fifth is left of most.
 */
export function sealBody(app: Pick<App, 'config'>, body: Body): Buffer {
  const small = deflateRawSync(JSON.stringify(body), { dictionary: USUAL });
  return seal(keyOf(app), Buffer.concat([SMALL, small]));
}

/** Decrypts a body; null when its root secret is gone. */
export function openBody(app: Pick<App, 'config'>, sealed: Buffer): Body | null {
  const bytes = unsealBytes(keyOf(app), sealed);
  if (bytes === null) return null;
  const json = bytes[0] === SMALL[0] ? inflateRawSync(bytes.subarray(1), { dictionary: USUAL }) : bytes;
  return JSON.parse(json.toString('utf8')) as Body;
}
