/** How many one-time codes a phone number is sent and may be guessed, whatever they are for and whoever asks. */
import type { App, Scope } from '../platform/context.ts';
import { networkOf } from '../platform/http/addresses.ts';
import { type Asked, type Limit, type Taken, takeUses } from '../platform/limits/limits.ts';

const HOUR_SECONDS = 3600;
/** A network may ask for codes to so many times as many as one number gets; with proofs of work, to more. */
const NUMBERS = { free: 10, most: 40 };

/**
 * Takes a code to be sent to a number, or to several places at once, asked for from an address; null for somebody who is
 * signed in, and may ask for many numbers.
 * @throws TooManyError
 */
export function takeCode(
  app: App,
  to: string | readonly string[],
  address: string | null,
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
  const uses = [
    ...[to].flat().map((of) => ({ limit: toOne, of })),
    ...(address === null ? [] : [{ limit: from, of: networkOf(address) }]),
  ];
  return takeUses(app, uses, asked);
}

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
