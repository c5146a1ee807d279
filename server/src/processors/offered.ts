import type { PaymentMethodId } from '@daftar/contract/lookups';
import type { App } from '../platform/context.ts';
import { isSandboxed } from './registry.ts';
import { SANDBOX_METHODS } from './sandbox/index.ts';
import { listLiveMethods } from './store.ts';

/** Returns the methods for which an account, the provider's or a merchant's, takes live payments. */
export async function liveMethods(app: Pick<App, 'pool' | 'config'>): Promise<ReadonlySet<PaymentMethodId>> {
  const sandboxed = isSandboxed(app, 'live') ? Object.keys(SANDBOX_METHODS).map(Number) : [];
  return new Set([...(await listLiveMethods(app.pool)), ...(sandboxed as PaymentMethodId[])]);
}
