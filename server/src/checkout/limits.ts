/** What a payer, who may be anybody, can have done to others: codes sent to a number, guesses of them, cards declined. */
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
  type Taken,
  takeUses,
  type Use,
} from '../platform/limits/limits.ts';
import type { CardDetails } from '../processors/card.ts';
import type { PayableRef } from './payables.ts';
import { KIOSK, stateAt } from './rules.ts';
import type { PaymentStart, Started } from './service.ts';
import { type AttemptRow, findAttemptByToken, getAttempt } from './store.ts';

/** Where a payer's request comes from, and the proof of work it carries. */
export interface Payer {
  address: string;
  proof: string | undefined;
}

const DECLINES_SECONDS = 600;
/** How many more times a network may be declined that proves its work. A link or a business is never closed to who does. */
const ADDRESS_WITH_PROOF = 4;
/** A business has many links, and cards are tried at all of them. */
const LINKS_OF_MERCHANT = 10;
/**
 * Payments of a link or a business that are under way, of which nobody knows yet: so many times as many as may be declined
 * before a proof of work is asked for. A process that dies gives none back.
 */
const UNDER_WAY = { times: 10, windowSeconds: 60 };

/** Declines by what is paid, and by who pays with what. */
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

/** Names a card to its limit and to nothing else; the limit hashes it once more, and forgets it with its window. */
const fingerprintOf = (app: App, card: CardDetails) =>
  createHmac('sha256', serverKey(app, 'card fingerprint')).update(card.reveal().number).digest('base64url');

/** Where starting a payment sends a code to: a wallet's number, or where the payer of a kiosk code can be reached. */
export function codePlaces({
  walletMobile,
  method,
  payer,
}: Pick<PaymentStart, 'walletMobile' | 'method' | 'payer'>): string[] {
  if (walletMobile) return [walletMobile];
  return method === KIOSK ? [payer.mobile, payer.email].filter((place) => place !== '') : [];
}

/** What a start has used. */
export interface TakenStart {
  /** Counts a card that was declined; gives back what was not used after all: no code was sent. */
  settle(started: Started): Promise<void>;
}

/** The attempt that was started just now. */
async function startedNow(app: App, { merchantId }: PayableRef, started: Started) {
  const isNew = 'attempt' in started && !started.again;
  return isNew ? findAttemptByToken(app.db, merchantId, started.attempt) : undefined;
}

/**
 * Whether a card may be tried. Of the card and of the network a decline is taken before it happens and given back when it
 * does not, so that ten are ten whatever comes at once. Of the link and the business one counts once it happened, so that
 * many good payments at once are not in each other's way; how many of them are under way at once is bounded apart.
 */
async function takeCard(app: App, payable: PayableRef, card: CardDetails, payer: Payer): Promise<TakenStart> {
  const { ofPayable, ofPayer } = declineUses(app, payable, payer, card);
  const asked = { action: 'pay', proof: payer.proof };
  const own = await takeUses(app, ofPayer, asked);
  // A proof is good once, and does for what is paid too.
  const proven = { ...asked, isProven: own.isProven };
  const underWay = await orGiveBack(own, takeUses(app, ofPayable.map(underWayOf), proven));
  const declines = checkUses(app, ofPayable, { ...asked, isProven: underWay.isProven });
  await orGiveBack(own, orGiveBack(underWay, declines));
  return {
    async settle(started) {
      const attempt = await startedNow(app, payable, started);
      if (attempt?.state === 'failed') await countUses(app, ofPayable);
      else await own.giveBack();
      await underWay.giveBack();
    },
  };
}

/** What comes of some work; what was taken for it is given back when it fails. */
async function orGiveBack<T>(taken: Taken, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await taken.giveBack();
    throw error;
  }
}

function underWayOf({ limit: { name, free }, ...whose }: Use): Use {
  const { times, windowSeconds } = UNDER_WAY;
  const limit = { name: `${name}, under way`, free: free * times, most: ANY_NUMBER, windowSeconds };
  return { ...whose, limit };
}

/**
 * Takes what starting a payment may use: a code for the wallet's number or the kiosk's payer, or a try of a card.
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
  if (codeTo.length === 0) return { settle: async () => {} };
  const taken = await takeCode(app, codeTo, payer.address, { action: 'pay', proof: payer.proof });
  return {
    async settle(started) {
      const attempt = await startedNow(app, payable, started);
      // Of one that is pending nobody knows.
      const used = start.walletMobile ? ['otp', 'pending'] : ['awaiting', 'pending'];
      if (!attempt || !used.includes(attempt.state)) await taken.giveBack();
    },
  };
}

/** Does what may end in a declined card, and counts it if it does; it was started already, so that it is never refused. */
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

/** Sends another code, if the number may have one. @throws TooManyError */
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
  if (!sent) await taken.giveBack();
  return { sent };
}

/** Judges a code; a wrong one counts against its number, whatever it was sent for. @throws TooManyError */
export async function countingGuess<V extends 'done' | 'wrong' | 'dead' | 'none'>(
  app: App,
  attempt: AttemptRow,
  judge: () => Promise<V>,
): Promise<{ verdict: V }> {
  // Where no code is waited for nothing is judged, and the number's guesses are its owner's.
  if (stateAt(attempt, app.clock.now()) !== 'otp') return { verdict: await judge() };
  const taken: Taken = await takeGuess(app, attempt.walletMobile ?? '', attempt);
  const verdict = await judge();
  if (verdict !== 'wrong' && verdict !== 'dead') await taken.giveBack();
  return { verdict };
}
