/** How many one-time codes a phone number is sent and may be guessed, whatever strangers ask for them; and, apart, for a refund. */
import type { App, Scope } from '../platform/context.ts';
import { networkOf } from '../platform/http/addresses.ts';
import { type Asked, type Limit, type Taken, takeUses } from '../platform/limits/limits.ts';

const HOUR_SECONDS = 3600;
/** A network may ask for codes to so many times as many as one number gets; with proofs of work, to more. */
const NUMBERS = { free: 10, most: 40 };

/**
 * Takes a code to be sent to a number, or to several places at once, asked for from an address.
 * @throws TooManyError
 */
export function takeCode(
  app: App,
  to: string | readonly string[],
  address: string,
  asked?: Asked,
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

/** A limit of a merchant's refunds: their codes and guesses are no stranger's to use up on a payment page, nor the reverse. */
function takeOfRefund(app: App, name: string, most: number, number: string, scope: Scope): Promise<Taken> {
  const limit: Limit = { name, free: most, most, windowSeconds: HOUR_SECONDS };
  return takeUses(app, [{ limit, of: number, scope: { merchantId: scope.merchantId, mode: scope.mode } }]);
}

/** Takes a code by which a signed-in merchant refunds to a number. @throws TooManyError */
export const takeRefundCode = (app: App, number: string, scope: Scope): Promise<Taken> =>
  takeOfRefund(app, 'refund codes to', app.config.limits.codesPerHour, number, scope);

/** Takes a guess of such a code. @throws TooManyError */
export const takeRefundGuess = (app: App, number: string, scope: Scope): Promise<Taken> =>
  takeOfRefund(app, 'refund code guesses', app.config.limits.codeGuessesPerHour, number, scope);

/** Takes a guess of a code that a merchant's payer or shopper was sent at a number. @throws TooManyError */
export function takeGuess(app: App, number: string, scope: Scope): Promise<Taken> {
  const most = app.config.limits.codeGuessesPerHour;
  const limit: Limit = { name: 'code guesses', free: most, most, windowSeconds: HOUR_SECONDS };
  return takeUses(app, [{ limit, of: number, ...ownInTest(scope) }]);
}

/**
 * Whose a use is that is counted over all merchants: in test mode only its merchant's, because what is guessed and declined
 * there harms nobody, and everybody tries with the same few cards.
 */
export const ownInTest = ({ merchantId, mode }: Scope): { scope?: Scope } =>
  mode === 'test' ? { scope: { merchantId, mode } } : {};
