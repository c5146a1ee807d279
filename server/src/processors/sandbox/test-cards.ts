import type { FailureReason } from '@daftar/contract/checkout';
import cards from '@daftar/contract/data/test_cards.json' with { type: 'json' };

/** The sandbox's answer to a card. */
export type CardOutcome = 'success' | 'challenge' | 'dispute' | FailureReason;

/** Every test card, with its effect in the words of the payment page. */
export const TEST_CARDS: readonly { number: string; brand: string; outcome: string }[] = [
  ...cards.filter(({ luhn }) => luhn),
  { number: '5123450000000008', brand: 'mastercard', outcome: 'success' },
  { number: '4000000000003220', brand: 'visa', outcome: 'challenge' },
];

const outcomes = new Map(
  TEST_CARDS.map(({ number, outcome }) => [
    number,
    outcome === 'generic_decline' ? 'declined' : (outcome as CardOutcome),
  ]),
);

/** Returns whether a number is that of a documented test card. */
export const isTestCard = (number: string): boolean => outcomes.has(number);

/** Returns the outcome of a test card. Any other number is declined, so that the sandbox never accepts a real card. */
export function cardOutcome(number: string): CardOutcome {
  return outcomes.get(number) ?? 'declined';
}
