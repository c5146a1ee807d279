/** Setting up two-step sign-in during sign-in, where the business requires it. */
import { recordAccess } from '../audit/record.ts';
import type { Auth } from '../auth/context.ts';
import { getProof, takeProof, tryProof } from '../auth/proofs.ts';
import { completeSignIn, getUser, type SignIn } from '../auth/service.ts';
import { takeTries } from '../auth/tries.ts';
import type { App, Visitor } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { newCodes, offerSecret, turnOn } from './two-step.ts';

const PURPOSE = 'second-step-new';

/**
 * Creates a secret for a person who has given the password and has no second step.
 * @throws ProofExpired, TwoStepAlreadyOn
 */
export async function beginSecondStep(app: App, token: string): Promise<{ secret: string; uri: string }> {
  const asked = await getProof(app, token, PURPOSE);
  const key = { merchantId: asked.merchantId!, userId: asked.userId! };
  const { email } = await getUser(app, key);
  return offerSecret(app, key, email);
}

/**
 * Turns two-step sign-in on with the first code, and signs in. After five tries the password is asked for again.
 * @throws ProofExpired, TooManyError, TwoStepAlreadyOn, TwoStepNotBegun, InvalidError 422 on `code`
 */
export async function setUpSecondStep(
  app: App,
  auth: Auth,
  visitor: Visitor,
  answer: { token: string; code: string },
): Promise<SignIn & { codes: string[] }> {
  const asked = await tryProof(app, answer.token, PURPOSE);
  const key = { merchantId: asked.merchantId!, userId: asked.userId! };
  const account = `second:${key.merchantId}.${key.userId}`;
  const tries = await takeTries(app, { account, address: visitor.address });
  const user = await getUser(app, key);
  const fresh = await newCodes(app, key);
  await transaction(app.db, async (tx) => {
    await turnOn(app, tx, key, answer.code, fresh.kept);
    await takeProof(app, tx, answer.token, PURPOSE);
    const who = { ...key, email: user.email, address: visitor.address };
    await recordAccess(tx, who, app.clock.now(), { action: 'two-step.on', subject: `user:${key.userId}` });
  });
  await tries.succeeded();
  const { rememberMe, byCompany } = asked;
  const how = { way: 'second-step', rememberMe, byCompany, joins: true } as const;
  return { ...(await completeSignIn(app, auth, visitor, await getUser(app, key), how)), codes: fresh.codes };
}
