/** The accounts at processors, as other nouns see them. */
import type { App } from '../platform/context.ts';
import type { AccountRef, PaymentGateway } from './gateway.ts';
import { findAccountByToken } from './store.ts';

/** An account with the gateways that may authenticate its notifications. */
export interface Notified {
  account: AccountRef;
  gateways: readonly PaymentGateway[];
}

/**
 * Finds the account of a notification's address, with its secret and, for a while after a rotation, the one before.
 * Null when there is none.
 */
export async function findNotified(app: App, adapter: string, token: string): Promise<Notified | null> {
  const row = await findAccountByToken(app.db, adapter, token);
  if (!row) return null;
  const account = { processor: row.adapter, accountId: row.id };
  const now = app.clock.now();
  const current = await app.processors.open(app, account);
  const isFormerValid = row.formerSecretUntil !== null && row.formerSecretUntil > now;
  const former = isFormerValid ? app.processors.openFormer(app, account) : null;
  const gateways = [current, await former].filter((each) => each !== null);
  return { account, gateways };
}
