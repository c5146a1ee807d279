import type { App } from '../platform/context.ts';
import { openBody } from './body.ts';
import * as store from './store.ts';

/** A decrypted message; its text is empty once it was erased. */
export type OutboxMessage = Omit<store.ListedMessage, 'sealed'>;

/**
 * Returns the newest messages, decrypted: for the developers' outbox, the demo and tests. Never use it for a reply in
 * production.
 */
export async function readOutbox(
  app: Pick<App, 'db' | 'config'>,
  { to, merchantId, limit = 200 }: { to?: string; merchantId?: number; limit?: number } = {},
): Promise<OutboxMessage[]> {
  const rows = await store.listNewest(app.db, { to, merchantId }, limit);
  return rows.map(({ sealed, text, html, links, ...row }) => ({
    ...row,
    ...((sealed && openBody(app, sealed)) ?? { text, html, links }),
  }));
}
