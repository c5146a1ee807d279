import type { App } from '../platform/context.ts';
import { serverKey } from '../platform/keys.ts';
import { seal, unseal } from '../platform/seal.ts';

/** What a message says, and the addresses in it. */
export interface Body {
  text: string;
  /** E-mail only. */
  html: string | null;
  links: string[];
  /** The name it is shown under; ours when there is none. */
  from?: string | null;
}

const keyOf = (app: Pick<App, 'config'>) => serverKey(app, 'message');

/** A body as it is stored: it may carry links and codes that open accounts, so that reading the database must not show it. */
export const sealBody = (app: Pick<App, 'config'>, body: Body): Buffer =>
  seal(keyOf(app), JSON.stringify(body));

/** What was sealed; null when that was under a root secret that is gone. */
export function openBody(app: Pick<App, 'config'>, sealed: Buffer): Body | null {
  const text = unseal(keyOf(app), sealed);
  return text === null ? null : (JSON.parse(text) as Body);
}
