/**
 * Limits of one-time codes sent to a phone number and of guesses, whoever requests them; refunds have their own
 * limits.
 */
import type { App, Scope } from '../platform/context.ts';
import { networkOf } from '../platform/http/addresses.ts';
import { type Limit, type RequiredProof, type Taken, takeUses } from '../platform/limits/limits.ts';

const HOUR_SECONDS = 3600;
/** A network's limit of codes, as multiples of the limit of one number: without and with proofs of work. */
const NUMBERS = { free: 10, most: 40 };

/** Counts a code sent to one or several recipients, requested by a network. @throws TooManyError */
export function takeCode(
  app: App,
  to: string | readonly string[],
  address: string,
  asked?: RequiredProof,
): Promise<Taken> {
  const { codesPerHour } = app.config.limits;
  const limit = (name: string, free: number, most: number): Limit => ({
    name,
    free,
    most,
    windowSeconds: HOUR_SECONDS,
  });
  const toOne = limit('codes to', codesPerHour, codesPerHour);
  const from = limit('codes asked from', codesPerHour * NUMBERS.free, codesPerHour * NUMBERS.most);
  const uses = [...[to].flat().map((of) => ({ limit: toOne, of })), { limit: from, of: networkOf(address) }];
  return takeUses(app, uses, asked);
}

/**
 * Counts a use of a merchant's refund limit, which is separate from the payment page's, so that neither can use up
 * the other.
 */
function takeOfRefund(app: App, name: string, most: number, number: string, scope: Scope): Promise<Taken> {
  const limit: Limit = { name, free: most, most, windowSeconds: HOUR_SECONDS };
  return takeUses(app, [{ limit, of: number, scope: { merchantId: scope.merchantId, mode: scope.mode } }]);
}

/** Counts a refund code sent to a number. @throws TooManyError */
export const takeRefundCode = (app: App, number: string, scope: Scope): Promise<Taken> =>
  takeOfRefund(app, 'refund codes to', app.config.limits.codesPerHour, number, scope);

/** Counts a guess of a refund code. @throws TooManyError */
export const takeRefundGuess = (app: App, number: string, scope: Scope): Promise<Taken> =>
  takeOfRefund(app, 'refund code guesses', app.config.limits.codeGuessesPerHour, number, scope);

/** Counts a guess of a code sent to a payer or shopper. @throws TooManyError */
export function takeGuess(app: App, number: string, scope: Scope): Promise<Taken> {
  const most = app.config.limits.codeGuessesPerHour;
  const limit: Limit = { name: 'code guesses', free: most, most, windowSeconds: HOUR_SECONDS };
  return takeUses(app, [{ limit, of: number, ...ownInTest(scope) }]);
}

/**
 * Returns the scope of a limit that spans all merchants in live mode but one merchant in test mode, where guesses and
 * declines are harmless and everybody uses the same few cards.
 */
export const ownInTest = ({ merchantId, mode }: Scope): { scope?: Scope } =>
  mode === 'test' ? { scope: { merchantId, mode } } : {};
