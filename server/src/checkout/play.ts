/** Simulates the payer of an existing payment; test mode only. */
import type { App, Scope } from '../platform/context.ts';
import { type StoredState, stateAt } from './rules.ts';
import { enterCode } from './seed.ts';
import { answerChallenge, resendCode, simulateOutcome } from './service.ts';
import { findAttemptOf } from './store.ts';

export type PayerAct = 'pay' | 'fail';

/** Methods paid elsewhere, by a code that a payer can still pay after canceling or after expiry. */
const PAID_ELSEWHERE = [4, 5];

/** Returns the actions that a payer can take on an attempt in a state. */
export function actsAt(state: StoredState, method: number): PayerAct[] {
  if (state === 'challenge' || state === 'otp' || state === 'awaiting') return ['pay', 'fail'];
  return (state === 'canceled' || state === 'expired') && PAID_ELSEWHERE.includes(method) ? ['pay'] : [];
}

/** Returns the actions that the payer of a transaction can take now; empty without an attempt. */
export async function actsOf(app: App, scope: Scope, transactionId: number): Promise<PayerAct[]> {
  const attempt = await findAttemptOf(app.db, scope, transactionId);
  return attempt ? actsAt(stateAt(attempt, app.clock.now()), attempt.method) : [];
}

/** Performs an action as the payer or the processor would; does nothing if it is no longer possible. */
export async function actAsPayer(
  app: App,
  scope: Scope & { mode: 'test' },
  transactionId: number,
  act: PayerAct,
): Promise<void> {
  const attempt = await findAttemptOf(app.db, scope, transactionId);
  if (!attempt) return;
  const state = stateAt(attempt, app.clock.now());
  if (!actsAt(state, attempt.method).includes(act)) return;
  if (state === 'challenge') return answerChallenge(app, attempt, act === 'pay');
  if (state === 'otp') {
    // The code may have expired; request another if that is allowed.
    if (act === 'pay') await resendCode(app, attempt);
    return enterCode(app, attempt, act === 'pay');
  }
  await simulateOutcome(app, { ...attempt, state: 'awaiting' }, act);
}
