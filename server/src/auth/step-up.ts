/**
 * Step-up: asks a signed-in person for proof of identity before an action that a stolen session must not be able to
 * do.
 */
import type { StepUp } from '@daftar/contract/step-up';
import type { App, Caller } from '../platform/context.ts';
import { ConflictError, ForbiddenError, InvalidError } from '../platform/http/errors.ts';
import { ProofExpired } from './errors.ts';
import { askProof, takeProof } from './proofs.ts';
import { requirePassword } from './service.ts';

type Person = Pick<Caller, 'merchantId' | 'userId' | 'sessionId'>;

/**
 * Issues a token that replaces the password in one call of this session within a few minutes. Call it only after a
 * proof of identity.
 */
export async function grantStepUp(app: App, person: Person): Promise<string> {
  const { merchantId, userId, sessionId } = person;
  const user = { merchantId, userId };
  const { token } = await askProof(app, { purpose: 'step-up', user, challenge: sessionId });
  return token;
}

/**
 * Requires step-up of a person. API keys pass, because they were given the permission for such calls.
 * @throws as {@link requireStepUp}
 */
export async function requireStepUpOfPeople(app: App, caller: Caller, proof: StepUp): Promise<void> {
  if (!caller.key) await requireStepUp(app, caller, proof);
}

/** 409: facts that made step-up unnecessary for a change have changed meanwhile. */
export class ChangedMeanwhile extends ConflictError {
  constructor() {
    super('http.changedMeanwhile');
  }
}

/** The proof given by a call. Call `recheck` in the transaction, with the facts of the locked rows. */
export interface Proven {
  /** @throws ChangedMeanwhile when the change needs step-up and the call has not proved anything */
  recheck: (isNeeded: boolean) => void;
}

/**
 * Requires step-up of a change that needs it only in some cases. The proof is slow and holds no locks, so `isNeeded`
 * is judged by an unlocked read first, and `recheck` judges the locked rows again.
 * @param prove calls `requireStepUp` or `requirePassword`
 */
export async function proveIf(isNeeded: boolean, prove: () => Promise<void>): Promise<Proven> {
  if (isNeeded) await prove();
  return {
    recheck: (isNeededNow) => {
      if (isNeededNow && !isNeeded) throw new ChangedMeanwhile();
    },
  };
}

/** For calls without a person who could give proof: the demo. */
export const PROVEN: Proven = { recheck: () => undefined };

/**
 * Requires the caller's password, or the token issued for a passkey. API keys are refused.
 * @throws InvalidError 422 on `current_password`, TooManyError, ForbiddenError for a key
 */
export async function requireStepUp(app: App, caller: Caller, proof: StepUp): Promise<void> {
  if (caller.key) throw new ForbiddenError('http.notForKeys');
  if (!proof.step_up) return requirePassword(app, caller, proof.current_password);
  try {
    const { challenge } = await takeProof(app, app.pool, proof.step_up, 'step-up', caller);
    if (challenge === caller.sessionId) return;
  } catch (error) {
    if (!(error instanceof ProofExpired)) throw error;
  }
  throw InvalidError.field('current_password', 'StepUpExpired');
}
