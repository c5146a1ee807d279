import { createHmac } from 'node:crypto';
import type {
  NewPasskeyAnswer,
  NewPasskeyQuestion,
  Passkey,
  PasskeyAnswer,
  StepUpQuestion,
} from '@daftar/contract/passkeys';
import { PASSKEYS_MAXIMUM } from '@daftar/contract/profile';
import { recordAudit } from '../audit/record.ts';
import { addFailedSignInJob } from '../auth/access-log.ts';
import type { Auth } from '../auth/context.ts';
import { notifyOfSignInChange } from '../auth/notices.ts';
import { askProof, takeProof } from '../auth/proofs.ts';
import { randomSecret } from '../auth/secrets.ts';
import {
  completeSignIn,
  getUser,
  getUserOf,
  requirePassword,
  type SignIn,
  takeProofTries,
} from '../auth/service.ts';
import { grantStepUp } from '../auth/step-up.ts';
import { takeTries } from '../auth/tries.ts';
import type { App, Caller, Visitor } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { serverKey } from '../platform/keys.ts';
import { PasskeyNotFound, PasskeyRefused, TooManyPasskeys } from './errors.ts';
import { getOwn } from './store.ts';
import type { UserKey } from './store-factors.ts';
import * as store from './store-passkeys.ts';

const NAME = 'Daftar';
/** EdDSA, ES256, RS256: every platform supports one of them. */
const ALGORITHMS = [-8, -7, -257];
/** Loads three hundred files, so only at the first use. */
const webauthn = () => import('@simplewebauthn/server');
type Transport = NewPasskeyQuestion['exclude'][number]['transports'][number];

/** Returns the relying party of our passkeys. */
const site = (app: App) => {
  const { origin, hostname } = new URL(app.config.publicUrl);
  return { origin, rpId: hostname };
};

/** Returns the user handle of a passkey: stable, and without personal data. */
function handleOf(app: App, key: UserKey): string {
  return createHmac('sha256', serverKey(app, 'passkey user'))
    .update(`${key.merchantId}.${key.userId}`)
    .digest('base64url');
}

/** Lists the caller's passkeys. */
export async function listPasskeys(app: App, caller: Caller): Promise<Passkey[]> {
  const rows = await store.listPasskeys(app.db, caller);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  }));
}

/** Creates the options for registering a passkey. @throws InvalidError for a wrong password, TooManyPasskeys */
export async function beginPasskey(app: App, caller: Caller, password: string): Promise<NewPasskeyQuestion> {
  await requirePassword(app, caller, password);
  const known = await store.listPasskeys(app.db, caller);
  if (known.length >= PASSKEYS_MAXIMUM) throw new TooManyPasskeys(PASSKEYS_MAXIMUM);
  const challenge = randomSecret();
  const { merchantId, userId } = caller;
  const { token } = await askProof(app, {
    purpose: 'passkey-new',
    user: { merchantId, userId },
    challenge,
  });
  const { firstName, lastName, email } = await getOwn(app.db, caller);
  return {
    token,
    challenge,
    rp_id: site(app).rpId,
    rp_name: NAME,
    user: { id: handleOf(app, caller), name: email, display_name: `${firstName} ${lastName}` },
    algorithms: ALGORITHMS,
    exclude: known.map((each) => ({ id: each.credentialId, transports: each.transports as Transport[] })),
  };
}

/** Stores a new passkey. @throws ProofExpired, PasskeyRefused */
export async function addPasskey(
  app: App,
  caller: Caller,
  form: { token: string; name: string; answer: NewPasskeyAnswer },
): Promise<{ id: number }> {
  const asked = await takeProof(app, app.pool, form.token, 'passkey-new', caller);
  if (asked.challenge === null) throw new PasskeyRefused();
  const { credential } = await verified(app, asked.challenge, form.answer);
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const passkey = {
      name: form.name,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: form.answer.response.transports ?? [],
    };
    const id = await store.insertPasskey(tx, caller, passkey, now);
    if (id === null) throw new PasskeyRefused();
    const { email, locale, firstName } = await getOwn(tx, caller);
    const person = { merchantId: caller.merchantId, to: email, locale, name: firstName };
    await notifyOfSignInChange(app, tx, person, 'passkey');
    await recordAudit(tx, caller, now, {
      action: 'passkey.add',
      subject: `passkey:${id}`,
      after: { name: form.name },
    });
    return { id };
  });
}

async function verified(app: App, expectedChallenge: string, answer: NewPasskeyAnswer) {
  const { origin, rpId } = site(app);
  const { id, rawId, type } = answer;
  const { clientDataJSON, attestationObject } = answer.response;
  const { verifyRegistrationResponse } = await webauthn();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo) return registrationInfo;
  } catch (error) {
    app.log.info({ reason: (error as Error).message }, 'a new passkey was refused');
  }
  throw new PasskeyRefused();
}

/** Renames one of the caller's passkeys. @throws PasskeyNotFound */
export async function renamePasskey(app: App, caller: Caller, id: number, name: string): Promise<void> {
  await transaction(app.db, async (tx) => {
    const before = await store.renamePasskey(tx, caller, id, name);
    if (before === null) throw new PasskeyNotFound();
    await recordAudit(tx, caller, app.clock.now(), {
      action: 'passkey.rename',
      subject: `passkey:${id}`,
      before: { name: before },
      after: { name },
    });
  });
}

/** Deletes one of the caller's passkeys. @throws InvalidError for a wrong password, PasskeyNotFound */
export async function removePasskey(app: App, caller: Caller, id: number, password: string): Promise<void> {
  await requirePassword(app, caller, password);
  await transaction(app.db, async (tx) => {
    const name = await store.deletePasskey(tx, caller, id);
    if (name === null) throw new PasskeyNotFound();
    await recordAudit(tx, caller, app.clock.now(), {
      action: 'passkey.remove',
      subject: `passkey:${id}`,
      before: { name },
    });
    const { email, locale, firstName } = await getOwn(tx, caller);
    await notifyOfSignInChange(
      app,
      tx,
      { merchantId: caller.merchantId, to: email, locale, name: firstName },
      'passkeyGone',
    );
  });
}

/** Creates the options for signing in with any passkey of this site. */
export async function askForPasskey(app: App): Promise<{ token: string; challenge: string; rp_id: string }> {
  const challenge = randomSecret();
  const { token } = await askProof(app, { purpose: 'passkey-sign-in', user: null, challenge });
  return { token, challenge, rp_id: site(app).rpId };
}

/**
 * Signs in by passkey. A device and its lock are two factors, so no code is required.
 * @throws ProofExpired, PasskeyRefused, TooManyError
 */
export async function signInByPasskey(
  app: App,
  auth: Auth,
  visitor: Visitor,
  form: { token: string; answer: PasskeyAnswer; remember_me?: boolean | undefined },
): Promise<SignIn> {
  const { address } = visitor;
  // Counted per passkey, because ten failures of one would otherwise lock out everybody behind an address.
  const tries = await takeTries(app, { account: `passkey:${form.answer.id}`, address });
  const asked = await takeProof(app, app.pool, form.token, 'passkey-sign-in');
  const passkey = await store.findByCredential(app.db, form.answer.id);
  if (!passkey || asked.challenge === null) throw new PasskeyRefused();
  const { userHandle } = form.answer.response;
  if (userHandle !== undefined && userHandle !== handleOf(app, passkey)) throw new PasskeyRefused();
  const user = await getUserOf(app, visitor, passkey.personId);
  const counter = await counterOf(app, passkey, asked.challenge, form.answer);
  if (counter === null || !(await store.noteUse(app.db, passkey, counter, app.clock.now()))) {
    await addFailedSignInJob(app, visitor, { merchantId: user.merchantId, userId: user.id }, 'passkey');
    throw new PasskeyRefused();
  }
  await tries.succeeded();
  const rememberMe = form.remember_me ?? false;
  return completeSignIn(app, auth, visitor, user, { way: 'passkey', rememberMe });
}

/** Creates the options for a step-up by one of the caller's passkeys. */
export async function askForStepUp(app: App, caller: Caller): Promise<StepUpQuestion> {
  const challenge = randomSecret();
  const { merchantId, userId } = caller;
  const { token } = await askProof(app, {
    purpose: 'passkey-step-up',
    user: { merchantId, userId },
    challenge,
  });
  const own = await store.listPasskeys(app.db, caller);
  const allow = own.map((each) => ({ id: each.credentialId, transports: each.transports as Transport[] }));
  return { token, challenge, rp_id: site(app).rpId, allow };
}

/**
 * Exchanges the answer of the caller's passkey for a step-up token.
 * @throws ProofExpired, PasskeyRefused, TooManyError
 */
export async function stepUpByPasskey(
  app: App,
  caller: Caller,
  form: { token: string; answer: PasskeyAnswer },
): Promise<{ step_up: string }> {
  const user = await getUser(app, caller);
  const tries = await takeProofTries(app, user, caller.address);
  const asked = await takeProof(app, app.pool, form.token, 'passkey-step-up', caller);
  const passkey = await store.findByCredential(app.db, form.answer.id);
  if (!passkey || passkey.personId !== user.personId || asked.challenge === null) throw new PasskeyRefused();
  const counter = await counterOf(app, passkey, asked.challenge, form.answer);
  if (counter === null || !(await store.noteUse(app.db, passkey, counter, app.clock.now()))) {
    throw new PasskeyRefused();
  }
  await tries.succeeded();
  return { step_up: await grantStepUp(app, caller) };
}

/** Verifies a signature. @returns the passkey's new counter, or null when the signature is invalid. */
async function counterOf(
  app: App,
  passkey: store.PasskeyRow,
  expectedChallenge: string,
  answer: PasskeyAnswer,
): Promise<number | null> {
  const { origin, rpId } = site(app);
  const { id, rawId, type } = answer;
  const { clientDataJSON, authenticatorData, signature } = answer.response;
  const { verifyAuthenticationResponse } = await webauthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (error) {
    app.log.info({ reason: (error as Error).message }, 'a passkey was refused');
    return null;
  }
}
