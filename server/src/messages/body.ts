import type { App } from '../platform/context.ts';
import { serverKey } from '../platform/keys.ts';
import { seal, unseal } from '../platform/seal.ts';

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

/**
 * Encrypts a body for storage: it may contain links and codes that open accounts, which reading the database must not
 * reveal.
 */
export const sealBody = (app: Pick<App, 'config'>, body: Body): Buffer =>
  seal(keyOf(app), JSON.stringify(body));

/** Decrypts a body; null when its root secret is gone. */
export function openBody(app: Pick<App, 'config'>, sealed: Buffer): Body | null {
  const text = unseal(keyOf(app), sealed);
  return text === null ? null : (JSON.parse(text) as Body);
}
