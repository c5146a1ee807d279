import type { TwoStepPolicy } from '@daftar/contract/team';
import { recordAudit } from '../audit/record.ts';
import type { Auth } from '../auth/context.ts';
import { requirePassword } from '../auth/service.ts';
import { endSessionsWithoutTwoStep } from '../auth/sessions.ts';
import * as merchants from '../merchants/writes.ts';
import { notifyOwners } from '../notifications/owners.ts';
import type { App, Caller } from '../platform/context.ts';
import { changeTeam } from './change.ts';
import { OwnTwoStepFirst } from './errors.ts';
import * as store from './store-two-step.ts';

/** Returns whether the business requires two-step sign-in, and how many people would have to set it up. */
export async function readTwoStepPolicy(app: App, caller: Caller): Promise<TwoStepPolicy> {
  const { requiredSince, own, without } = await store.findPolicy(app.db, caller);
  return { required_since: requiredSince?.toISOString() ?? null, own, without };
}

/**
 * Turns the requirement of two-step sign-in for everybody on or off. Sessions opened by a password alone end at once;
 * their people set it up at the next sign-in. The caller must already use it, so that they are not locked out. Tells
 * every owner.
 * @throws InvalidError 422 for a wrong password, OwnTwoStepFirst
 */
export async function setTwoStepPolicy(
  app: App,
  auth: Auth,
  caller: Caller,
  { required, current_password }: { required: boolean; current_password: string },
): Promise<void> {
  await requirePassword(app, caller, current_password);
  await changeTeam(app, auth, caller, 'require-two-step', async ({ tx, now }) => {
    const before = await store.lockPolicy(tx, caller);
    if ((before.requiredSince !== null) === required) return;
    if (required && !before.own) throw new OwnTwoStepFirst();
    await merchants.requireTwoStep(tx, caller.merchantId, required ? now : null);
    if (required) await endSessionsWithoutTwoStep(tx, caller.merchantId, now);
    await recordAudit(tx, caller, now, {
      action: required ? 'two-step.require' : 'two-step.leave-open',
      subject: `merchant:${caller.merchantId}`,
    });
    await notifyOwners({ ...app, db: tx }, caller, {
      kind: required ? 'two-step-required' : 'two-step-optional',
      href: '/users-and-roles',
    });
  });
}
