import type { FailureReason } from '@daftar/contract/checkout';
import cards from '@daftar/contract/data/test_cards.json' with { type: 'json' };

/** The sandbox's answer to a card. */
export type CardOutcome = 'success' | 'challenge' | 'dispute' | FailureReason;

const outcomes = new Map<string, CardOutcome>([
  ['5123450000000008', 'success'],
  ['4000000000003220', 'challenge'],
]);
for (const { number, outcome, luhn } of cards) {
  if (luhn) outcomes.set(number, outcome === 'generic_decline' ? 'declined' : (outcome as CardOutcome));
}

/** Whether a number is of a documented test card. */
export const isTestCard = (number: string): boolean => outcomes.has(number);

/** The outcome of a test card. Any other number is declined, so that the sandbox never accepts a real card. */
export function cardOutcome(number: string): CardOutcome {
  return outcomes.get(number) ?? 'declined';
}
