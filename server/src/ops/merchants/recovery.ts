/** Recovers the access of an owner who is locked out; logged, and announced to the owner. */
import { openPortal } from '../../account/addresses.ts';
import { recordProviderAudit } from '../../audit/record.ts';
import { notifyOfSignInChange } from '../../auth/notices.ts';
import { endSessionsOfPerson } from '../../auth/sessions.ts';
import type { App, Operator } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { liftTwoStep as removeSecondStep } from '../../profile/two-step.ts';
import { authorOf } from '../by.ts';
import { MerchantNotFound, NothingToLift } from '../errors.ts';
import * as store from './store.ts';

/**
 * Turns off the owner's two-step sign-in and ends their sessions: the password alone then signs in, until they turn
 * it on again.
 * @param reason how the owner's identity was verified.
 * @throws MerchantNotFound, NothingToLift
 */
export function liftTwoStep(app: App, by: Operator, id: number, reason: string): Promise<void> {
  return recover(app, by, id, { action: 'merchant.two-step-lifted', reason }, async (tx, owner) => {
    // An invited person who has not joined may be anybody, and their second step may protect another business.
    if (!owner.hasJoined || !(await removeSecondStep(tx, owner))) throw new NothingToLift('twoStep');
    await endSessionsOfPerson(tx, owner, app.clock.now());
    await notifyOfSignInChange(app, tx, owner, 'twoStepLifted');
  });
}

/**
 * Lets a merchant's people sign in from every address; the list still applies to API keys.
 * @throws MerchantNotFound, NothingToLift
 */
export function liftAddresses(app: App, by: Operator, id: number, reason: string): Promise<void> {
  return recover(app, by, id, { action: 'merchant.addresses-lifted', reason }, async (tx, owner) => {
    if (!(await openPortal(tx, owner))) throw new NothingToLift('addresses');
    await notifyOfSignInChange(app, tx, owner, 'addressesLifted');
  });
}

async function recover(
  app: App,
  by: Operator,
  id: number,
  { action, reason }: { action: string; reason: string },
  work: (tx: Tx, owner: store.Owner) => Promise<void>,
): Promise<void> {
  await transaction(app.db, async (tx) => {
    const owner = await store.findOwner(tx, id);
    if (!owner) throw new MerchantNotFound();
    await work(tx, owner);
    await recordProviderAudit(tx, authorOf(by, id), app.clock.now(), {
      action,
      subject: `user:${owner.userId}`,
      after: { reason },
    });
  });
}
