import { payerOrigin } from '../branding/origin.ts';
import type { App, Scope } from '../platform/context.ts';
import { findSlug } from './store.ts';

/** Returns the path of a store; the test store has its own. */
export const storePath = (slug: string, mode: Scope['mode']) =>
  mode === 'test' ? `/sandbox/store/${slug}` : `/store/${slug}`;

/** Returns the URL of a merchant's store in a mode. */
export async function storeAddress(app: App, scope: Scope): Promise<string> {
  const origin = await payerOrigin(app, app.db, scope.merchantId);
  return `${origin}${storePath(await findSlug(app.db, scope), scope.mode)}`;
}
