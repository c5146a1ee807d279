/**
 * Assesses attempts by the risk rules; the only place that does: when an attempt starts, and when its card becomes
 * known.
 */
import type { RiskOutcome } from '@daftar/contract/ops-risk';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { holdPayment } from '../transactions/writes.ts';
import { type CardFacts, cardFactsOf, factsOf } from './facts.ts';
import { countVerdict } from './metrics.ts';
import * as store from './store-facts.ts';
import { reviewBeyondLimit } from './store-reviews.ts';

/** The outcome of an attempt; `trusted`: the payer is in the list of trusted ones, which overrides the rules. */
export type Verdict = RiskOutcome | 'trusted';

type AttemptRef = { merchantId: number; id: number };

/**
 * Stores the facts of a starting attempt and applies the rules, in the transaction that has just written it.
 * @param canChallenge whether the payer can be challenged, or always is
 */
export async function assessAttempt(
  app: App,
  tx: Tx,
  ref: AttemptRef,
  known: Parameters<typeof factsOf>[1] & { canChallenge: boolean },
): Promise<Verdict> {
  const verdict = await store.assess(tx, ref, factsOf(app, known), known.canChallenge);
  countVerdict(verdict);
  return verdict;
}

/** Adds a processor's facts about a card that was used on its page, before the money is booked. */
export async function cardKnown(
  app: App,
  ref: AttemptRef,
  account: { processor: string; accountId: number | null },
  card: CardFacts,
): Promise<void> {
  const { bin, cardKey, country } = cardFactsOf(app, card, `${account.processor} ${account.accountId}`);
  if (!bin && !cardKey && !country) return;
  if (await store.cardKnown(app.db, ref, { bin, cardKey, country })) countVerdict('review');
}

/**
 * Holds a payment that was captured although the merchant's monthly limit was reached, in that transaction. It waits
 * for an operator like a payment that a rule sent to review.
 */
export async function holdBeyondLimit(
  tx: Tx,
  ref: { merchantId: number; transactionId: number },
  now: Date,
): Promise<void> {
  await reviewBeyondLimit(tx, ref, now);
  await holdPayment(tx, ref, now);
}

export { copyReview } from './store-facts.ts';
export { isHeldBeyondLimit } from './store-reviews.ts';
