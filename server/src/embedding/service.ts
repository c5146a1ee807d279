import { isDeepStrictEqual } from 'node:util';
import type { Embedders, EmbeddersFormValues } from '@daftar/contract/embedding';
import { recordAudit } from '../audit/record.ts';
import { requireStepUp } from '../auth/step-up.ts';
import { lockMerchant } from '../merchants/writes.ts';
import { notifyOwners } from '../notifications/owners.ts';
import type { App, Caller } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { originOf } from './rules.ts';
import * as store from './store.ts';

/** Returns the websites that may embed the payment pages of the caller's mode. */
export const getEmbedders = async (app: App, caller: Caller): Promise<Embedders> => ({
  origins: await store.findEmbedders(app.db, caller),
});

/**
 * Replaces the websites that may embed the payment pages of the caller's mode. Requires step-up and tells every
 * owner, because an embedding page can deceive payers.
 * @throws InvalidError 422 on `origins` with the first invalid website, or for a wrong password
 */
export async function saveEmbedders(
  app: App,
  caller: Caller,
  { origins: typed, ...proof }: EmbeddersFormValues,
): Promise<Embedders> {
  const read = typed.map((each) => originOf(each, caller.mode));
  const wrong = read.indexOf(null);
  if (wrong >= 0) {
    const key = caller.mode === 'test' ? 'NotAWebsiteTest' : 'NotAWebsite';
    throw InvalidError.field('origins', key, { value: typed[wrong]!.slice(0, 100) });
  }
  await requireStepUp(app, caller, proof);
  const origins = [...new Set(read as string[])];
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    await lockMerchant(tx, caller);
    const before = await store.findEmbedders(tx, caller);
    if (isDeepStrictEqual(before, origins)) return;
    await store.writeEmbedders(tx, caller, origins, now);
    await recordAudit(tx, caller, now, {
      action: 'account.embedders',
      subject: `merchant:${caller.merchantId}`,
      before: { origins: before },
      after: { origins },
    });
    await notifyOwners({ ...app, db: tx }, caller, {
      kind: 'embedders-changed',
      href: '/account-settings?tab=keys',
    });
  });
  return { origins };
}
