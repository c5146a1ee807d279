/** Limits on the actions of an anonymous payer: codes sent to a number, guesses of codes, declined cards. */
import { createHmac } from 'node:crypto';
import { ownInTest, takeCode, takeGuess } from '../messages/code-limits.ts';
import type { App } from '../platform/context.ts';
import { networkOf } from '../platform/http/addresses.ts';
import { serverKey } from '../platform/keys.ts';
import {
  ANY_NUMBER,
  checkUses,
  countUses,
  type Limit,
  orRelease,
  type Taken,
  takeUses,
  type Use,
} from '../platform/limits/limits.ts';
import type { CardDetails } from '../processors/card.ts';
import type { PayableRef } from './payable-source.ts';
import { KIOSK, stateAt } from './rules.ts';
import type { PaymentStart, Started } from './start.ts';
import { type AttemptRow, findAttemptByToken, getAttempt } from './store.ts';

/** The network of a payer's request, and its proof of work. */
export interface Payer {
  address: string;
  proof: string | undefined;
}

const DECLINES_SECONDS = 600;
/**
 * Factor by which a network may have more declines with proofs of work. Links and businesses stay open to payers with a
 * proof.
 */
const ADDRESS_WITH_PROOF = 4;
/** Payments elsewhere that a network may start per allowed decline. */
const STARTS_PER_DECLINE = 3;
/** Factor for a business, which has many links, because card testing spreads over all of them. */
const LINKS_OF_MERCHANT = 10;
/**
 * Limits payments in progress, whose result is unknown, per link and business: this many times the declines allowed
 * without a proof of work. A process that dies does not return its share.
 */
const UNDER_WAY = { times: 10, windowSeconds: 60 };

/** Returns the limits of declines: by payable, and by network and card. */
function declineUses(
  app: App,
  payable: PayableRef,
  payer: Payer,
  card: CardDetails | null,
): { ofPayable: readonly Use[]; ofPayer: readonly Use[] } {
  const free = app.config.limits.declinesPerTenMinutes;
  const limit = (name: string, most: number, times = 1): Limit => ({
    name: `declines of ${name}`,
    free: free * times,
    most,
    windowSeconds: DECLINES_SECONDS,
  });
  const { merchantId, mode, kind, id } = payable;
  const scope = { merchantId, mode };
  const over = ownInTest(scope);
  return {
    ofPayable: [
      { limit: limit('link', ANY_NUMBER), of: `${kind} ${id}`, scope },
      { limit: limit('merchant', ANY_NUMBER, LINKS_OF_MERCHANT), of: 'all', scope },
    ],
    ofPayer: [
      { limit: limit('address', free * ADDRESS_WITH_PROOF), of: networkOf(payer.address), ...over },
      ...(card ? [{ limit: limit('card', free), of: fingerprintOf(app, card), ...over }] : []),
    ],
  };
}

/** Returns a keyed hash of a card number. The limit hashes it once more and deletes it with its window. */
const fingerprintOf = (app: App, card: CardDetails) =>
  createHmac('sha256', serverKey(app, 'card fingerprint')).update(card.reveal().number).digest('base64url');

/**
 * Returns the recipients of the code that starting a payment sends: the wallet's number, or the contacts of a kiosk
 * payer.
 */
export function codePlaces({
  walletMobile,
  method,
  payer,
}: Pick<PaymentStart, 'walletMobile' | 'method' | 'payer'>): string[] {
  if (walletMobile) return [walletMobile];
  return method === KIOSK ? [payer.mobile, payer.email].filter((place) => place !== '') : [];
}

/** The uses of the limits that starting a payment has taken. */
export interface TakenStart {
  /** Counts a declined card; returns unused limits, such as that of a code that was not sent. */
  settle(started: Started): Promise<void>;
}

/** Returns the attempt, if this request created it. */
async function startedNow(app: App, { merchantId }: PayableRef, started: Started) {
  const isNew = 'attempt' in started && !started.again;
  return isNew ? findAttemptByToken(app.db, merchantId, started.attempt) : undefined;
}

/**
 * Takes from the limits before a card is tried. For card and network, a decline is taken in advance and returned if it
 * does not happen, so that concurrent attempts cannot exceed the limit. For link and business, a decline is counted
 * once it has happened, so that many good payments at once do not block each other; the number in progress is limited
 * separately.
 */
async function takeCard(app: App, payable: PayableRef, card: CardDetails, payer: Payer): Promise<TakenStart> {
  const { ofPayable, ofPayer } = declineUses(app, payable, payer, card);
  const asked = { action: 'pay', proof: payer.proof };
  const own = await takeUses(app, ofPayer, asked);
  // A proof can be used once; it applies to the limits of link and business as well.
  const proven = { ...asked, isProven: own.isProven };
  const underWay = await orRelease(own, takeUses(app, ofPayable.map(underWayOf), proven));
  const declines = checkUses(app, ofPayable, { ...asked, isProven: underWay.isProven });
  await orRelease(own, orRelease(underWay, declines));
  return {
    async settle(started) {
      const attempt = await startedNow(app, payable, started);
      if (attempt?.state === 'failed') await countUses(app, ofPayable);
      else await own.release();
      await underWay.release();
    },
  };
}

function underWayOf({ limit: { name, free }, ...whose }: Use): Use {
  const { times, windowSeconds } = UNDER_WAY;
  const limit = { name: `${name}, under way`, free: free * times, most: ANY_NUMBER, windowSeconds };
  return { ...whose, limit };
}

/**
 * Takes from the limit of a start that sends no messages but still calls the processor: a fixed number per network, and
 * as many again with proofs.
 */
async function takeElsewhere(app: App, payable: PayableRef, payer: Payer): Promise<TakenStart> {
  const free = app.config.limits.declinesPerTenMinutes * STARTS_PER_DECLINE;
  const limit = {
    name: 'starts of address',
    free,
    most: free * ADDRESS_WITH_PROOF,
    windowSeconds: DECLINES_SECONDS,
  };
  const { merchantId, mode } = payable;
  const use = { limit, of: networkOf(payer.address), ...ownInTest({ merchantId, mode }) };
  await takeUses(app, [use], { action: 'pay', proof: payer.proof });
  return { settle: async () => {} };
}

/**
 * Takes the limits that starting a payment uses: a code for the wallet's number or the kiosk's payer, or a card
 * attempt.
 * @throws TooManyError
 */
export async function takeStart(
  app: App,
  payable: PayableRef,
  start: Pick<PaymentStart, 'card' | 'walletMobile' | 'method' | 'payer'>,
  payer: Payer,
): Promise<TakenStart> {
  if (start.card) return takeCard(app, payable, start.card.details, payer);
  const codeTo = codePlaces(start);
  if (codeTo.length === 0) return takeElsewhere(app, payable, payer);
  const taken = await takeCode(app, codeTo, payer.address, { action: 'pay', proof: payer.proof });
  return {
    async settle(started) {
      const attempt = await startedNow(app, payable, started);
      // The result of a pending attempt is unknown.
      const used = start.walletMobile ? ['otp', 'pending'] : ['awaiting', 'pending'];
      if (!attempt || !used.includes(attempt.state)) await taken.release();
    },
  };
}

/**
 * Runs an action that may end in a declined card, and counts the decline. The payment has started, so it is never
 * refused.
 */
export async function countingDecline(
  app: App,
  attempt: AttemptRow,
  payer: Payer,
  work: () => Promise<void>,
): Promise<void> {
  const { merchantId, mode, payableKind: kind, payableId: id } = attempt;
  await work();
  const { state } = await getAttempt(app.db, attempt);
  if (attempt.state === state || state !== 'failed') return;
  const { ofPayable, ofPayer } = declineUses(app, { merchantId, mode, kind, id }, payer, null);
  await countUses(app, [...ofPayable, ...ofPayer]);
}

/** Sends another code, if the number's limit allows it. @throws TooManyError */
export async function countingCode(
  app: App,
  attempt: AttemptRow,
  payer: Payer,
  send: () => Promise<boolean>,
): Promise<{ sent: boolean }> {
  const taken = await takeCode(app, attempt.walletMobile ?? '', payer.address, {
    action: 'pay',
    proof: payer.proof,
  });
  const sent = await send();
  if (!sent) await taken.release();
  return { sent };
}

/** Verifies a code; a wrong one counts against its number, whatever the code was for. @throws TooManyError */
export async function countingGuess<V extends 'done' | 'wrong' | 'dead' | 'none'>(
  app: App,
  attempt: AttemptRow,
  check: () => Promise<V>,
): Promise<{ verdict: V }> {
  // If no code is expected, nothing is verified and the number's guesses are not used up.
  if (stateAt(attempt, app.clock.now()) !== 'otp') return { verdict: await check() };
  const taken: Taken = await takeGuess(app, attempt.walletMobile ?? '', attempt);
  const verdict = await check();
  if (verdict !== 'wrong' && verdict !== 'dead') await taken.release();
  return { verdict };
}
