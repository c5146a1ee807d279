/** Sets up two-step sign-in during sign-in, if the business requires it. */
import { recordAccess } from '../audit/record.ts';
import type { Auth } from '../auth/context.ts';
import { ProofExpired, TwoStepElsewhere } from '../auth/errors.ts';
import { getProof, getUserOfProof, takeProof, tryProof } from '../auth/proofs.ts';
import { completeSignIn, type SignIn } from '../auth/service.ts';
import { takeTries } from '../auth/tries.ts';
import * as people from '../people/writes.ts';
import type { App, Visitor } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { newCodes, offerSecret, turnOn } from './two-step.ts';

const PURPOSE = 'second-step-new';

/**
 * Creates a secret for a person who has given the password and has no second step.
 * @throws ProofExpired, TwoStepAlreadyOn
 */
export async function beginSecondStep(app: App, token: string): Promise<{ secret: string; uri: string }> {
  const {
    merchantId,
    id: userId,
    personId,
    email,
  } = await getUserOfProof(app, await getProof(app, token, PURPOSE));
  const key = { merchantId, userId };
  return transaction(app.db, async (tx) => {
    if (!(await people.holdMembership(tx, key, personId))) throw new ProofExpired();
    return offerSecret({ ...app, db: tx }, key, email);
  });
}

/**
 * Turns two-step sign-in on with the first code, and signs in. After five tries the password is required again.
 * @throws ProofExpired, TooManyError, TwoStepAlreadyOn, TwoStepElsewhere, TwoStepNotBegun, InvalidError 422 on `code`
 */
export async function setUpSecondStep(
  app: App,
  auth: Auth,
  visitor: Visitor,
  answer: { token: string; code: string },
): Promise<SignIn & { codes: string[] }> {
  const asked = await tryProof(app, answer.token, PURPOSE);
  const user = await getUserOfProof(app, asked);
  const key = { merchantId: user.merchantId, userId: user.id };
  const account = `second:${key.merchantId}.${key.userId}`;
  const tries = await takeTries(app, { account, address: visitor.address });
  const fresh = await newCodes(app, key);
  await transaction(app.db, async (tx) => {
    if (!(await people.holdMembership(tx, key, user.personId))) throw new ProofExpired();
    // They may have joined another business since the challenge was issued.
    if (asked.byCompany && (await people.isElsewhere(tx, key))) throw new TwoStepElsewhere();
    await turnOn(app, tx, key, answer.code, fresh.kept);
    await takeProof(app, tx, answer.token, PURPOSE);
    const who = { ...key, email: user.email, address: visitor.address };
    await recordAccess(tx, who, app.clock.now(), { action: 'two-step.on', subject: `user:${key.userId}` });
  });
  await tries.succeeded();
  const { rememberMe, byCompany } = asked;
  const how = { way: 'second-step', rememberMe, byCompany, joins: true } as const;
  return {
    ...(await completeSignIn(app, auth, visitor, await getUserOfProof(app, asked), how)),
    codes: fresh.codes,
  };
}
