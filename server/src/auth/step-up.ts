/** Step-up: asking a signed-in person for proof of identity before anything that a stolen session must not do. */
import type { StepUp } from '@daftar/contract/step-up';
import type { App, Caller } from '../platform/context.ts';
import { ForbiddenError, InvalidError } from '../platform/http/errors.ts';
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

/** Requires step-up of a person; a key was given the permission for such calls. @throws as {@link requireStepUp} */
export async function requireStepUpOfPeople(app: App, caller: Caller, proof: StepUp): Promise<void> {
  if (!caller.key) await requireStepUp(app, caller, proof);
}

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
