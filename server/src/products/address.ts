import type { App, Scope } from '../platform/context.ts';
import { findSlug } from './store.ts';

/** Where shoppers find the store of a slug: the test one has an address of its own. */
export const storePath = (slug: string, mode: Scope['mode']) =>
  mode === 'test' ? `/sandbox/store/${slug}` : `/store/${slug}`;

/** The whole address of a merchant's store in a mode. */
export async function storeAddress(app: App, scope: Scope): Promise<string> {
  return `${app.config.publicUrl}${storePath(await findSlug(app.db, scope), scope.mode)}`;
}
