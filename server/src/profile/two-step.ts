import { recordAudit } from '../audit/record.ts';
import { addFailedSignInJob } from '../auth/access-log.ts';
import type { Auth } from '../auth/context.ts';
import { notifyOfSignInChange } from '../auth/notices.ts';
import { getUserOfProof, takeProof, tryProof } from '../auth/proofs.ts';
import { completeSignIn, requirePassword, type SignIn } from '../auth/service.ts';
import { endSessionsOfPerson } from '../auth/sessions.ts';
import { takeTries } from '../auth/tries.ts';
import * as people from '../people/writes.ts';
import type { App, Caller, Visitor } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { totpUri } from '../platform/totp.ts';
import { hashRecoveryCode, newRecoveryCodes, newSalt, newSecret, stepOfSealed } from './codes.ts';
import { TwoStepAlreadyOn, TwoStepNotBegun, TwoStepNotOn, TwoStepRequired, wrongCode } from './errors.ts';
import { getOwn } from './store.ts';
import * as store from './store-factors.ts';

/** Returns whether two-step sign-in is on, the remaining recovery codes, and whether it may be turned off. */
export async function readTwoStep(app: App, caller: Caller) {
  const { since, codesLeft, required } = await store.findTwoStep(app.db, caller);
  return { since: since?.toISOString() ?? null, recovery_codes_left: codesLeft, required };
}

/** Creates a secret for an authenticator. Nothing changes until a code confirms it. */
export async function beginTwoStep(
  app: App,
  caller: Caller,
  password: string,
): Promise<{ secret: string; uri: string }> {
  await requirePassword(app, caller, password);
  return offerSecret(app, caller, caller.email);
}

/** Creates a secret, replacing an unconfirmed one. @throws TwoStepAlreadyOn */
export async function offerSecret(
  app: App,
  key: store.UserKey,
  email: string,
): Promise<{ secret: string; uri: string }> {
  const { secret, sealed } = newSecret(app);
  await transaction(app.db, async (tx) => {
    if (await store.lockTwoStep(tx, key)) throw new TwoStepAlreadyOn();
    await store.replaceSecret(tx, key, sealed, app.clock.now());
  });
  return { secret, uri: totpUri(email, secret) };
}

/** Turns two-step sign-in on with the first code, and ends the person's other sessions. @returns the recovery codes, which are never shown again */
export async function confirmTwoStep(app: App, caller: Caller, code: string): Promise<string[]> {
  const { merchantId, userId, address } = caller;
  const tries = await takeTries(app, { account: `second:${merchantId}.${userId}`, address });
  const fresh = await newCodes(app, caller);
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    await turnOn(app, tx, caller, code, fresh.kept);
    await endSessionsOfPerson(tx, caller, now, caller.sessionId);
    await recordAudit(tx, caller, now, { action: 'two-step.on', subject: `user:${userId}` });
  });
  await tries.succeeded();
  return fresh.codes;
}

/**
 * Confirms the code and turns two-step sign-in on.
 * @throws TwoStepAlreadyOn, TwoStepNotBegun, InvalidError 422 on `code`
 */
export async function turnOn(
  app: App,
  tx: Tx,
  key: store.UserKey,
  code: string,
  codes: KeptCodes,
): Promise<void> {
  const now = app.clock.now();
  if (await store.lockTwoStep(tx, key)) throw new TwoStepAlreadyOn();
  const secret = await store.findSecret(tx, key);
  if (!secret) throw new TwoStepNotBegun();
  const step = stepOfSealed(app, secret.sealed, code, now);
  if (step === null || !(await store.useStep(tx, key, step))) throw wrongCode();
  await store.confirmTwoStep(tx, key, now);
  await store.replaceRecoveryCodes(tx, key, codes, now);
  await tell(app, tx, key, 'twoStepOn');
}

/**
 * Turns two-step sign-in off, and ends the person's other sessions.
 * @throws TwoStepRequired if one of the person's businesses requires it
 */
export async function endTwoStep(app: App, caller: Caller, password: string): Promise<void> {
  await requirePassword(app, caller, password);
  await transaction(app.db, async (tx) => {
    if (await store.lockRequirement(tx, caller)) throw new TwoStepRequired();
    if (!(await store.lockTwoStep(tx, caller))) throw new TwoStepNotOn();
    await people.dropTwoStep(tx, caller);
    await tell(app, tx, caller, 'twoStepOff');
    const now = app.clock.now();
    await endSessionsOfPerson(tx, caller, now, caller.sessionId);
    await recordAudit(tx, caller, now, { action: 'two-step.off', subject: `user:${caller.userId}` });
  });
}

/**
 * Turns two-step sign-in off for a person who lost authenticator and recovery codes.
 * @returns false when it is not on.
 */
export async function liftTwoStep(tx: Tx, key: store.UserKey): Promise<boolean> {
  if (!(await store.lockTwoStep(tx, key))) return false;
  await people.dropTwoStep(tx, key);
  return true;
}

/** Replaces the recovery codes by ten new ones, each of which signs in once, and notifies the person. */
export async function renewRecoveryCodes(app: App, caller: Caller, password: string): Promise<string[]> {
  await requirePassword(app, caller, password);
  const fresh = await newCodes(app, caller);
  await transaction(app.db, async (tx) => {
    if (!(await store.lockTwoStep(tx, caller))) throw new TwoStepNotOn();
    const now = app.clock.now();
    await recordAudit(tx, caller, now, { action: 'two-step.renew', subject: `user:${caller.userId}` });
    await store.replaceRecoveryCodes(tx, caller, fresh.kept, now);
    await tell(app, tx, caller, 'recoveryCodes');
  });
  return fresh.codes;
}

type KeptCodes = Parameters<typeof store.replaceRecoveryCodes>[2];

/**
 * Creates recovery codes and their hashes. Called before a transaction, because hashing is slow and must not hold
 * locks.
 */
export async function newCodes(app: App, key: store.UserKey): Promise<{ codes: string[]; kept: KeptCodes }> {
  const codes = newRecoveryCodes();
  const salt = newSalt();
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(app, key, code, salt)));
  return { codes, kept: { salt, hashes } };
}

async function tell(
  app: App,
  tx: Tx,
  key: store.UserKey,
  changed: 'twoStepOn' | 'twoStepOff' | 'recoveryCodes',
): Promise<void> {
  const { email, locale, firstName } = await getOwn(tx, key);
  await notifyOfSignInChange(
    app,
    tx,
    { merchantId: key.merchantId, to: email, locale, name: firstName },
    changed,
  );
}

/**
 * Signs in by the code after the password: six digits of the authenticator, or a recovery code. Each can be used
 * once; a challenge has five tries, an account ten in a quarter of an hour.
 * @throws ProofExpired, TooManyError, InvalidError 422 on `code`
 */
export async function answerSecondStep(
  app: App,
  auth: Auth,
  visitor: Visitor,
  answer: { token: string; code: string },
): Promise<SignIn> {
  const asked = await tryProof(app, answer.token, 'second-step');
  const user = await getUserOfProof(app, asked);
  const key = { merchantId: user.merchantId, userId: user.id };
  const account = `second:${key.merchantId}.${key.userId}`;
  const tries = await takeTries(app, { account, address: visitor.address });
  const now = app.clock.now();
  const isRight = await inTransaction(app.pool, async (tx) => {
    if (!(await useCode(app, tx, key, answer.code, now))) return false;
    await takeProof(app, tx, answer.token, 'second-step');
    return true;
  });
  if (!isRight) {
    await addFailedSignInJob(app, visitor, key, 'second-step');
    throw wrongCode();
  }
  await tries.succeeded();
  return completeSignIn(app, auth, visitor, user, {
    way: 'second-step',
    rememberMe: asked.rememberMe,
    byCompany: asked.byCompany,
    joins: true,
  });
}

async function useCode(app: App, db: Db, key: store.UserKey, code: string, now: Date): Promise<boolean> {
  if (code.length !== 6) {
    const set = await store.findRecoverySet(db, key);
    const hash = await hashRecoveryCode(app, set ?? key, code, set?.salt ?? null);
    return store.useRecoveryCode(db, key, hash, now);
  }
  const secret = await store.findSecret(db, key);
  const step = secret?.isConfirmed ? stepOfSealed(app, secret.sealed, code, now) : null;
  return step !== null && (await store.useStep(db, key, step));
}
