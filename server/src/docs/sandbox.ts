import type { SandboxFacts } from '@daftar/contract/docs';
import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import { SANDBOX_METHODS } from '../processors/sandbox/index.ts';
import { type CardOutcome, cardOutcome, TEST_CARDS } from '../processors/sandbox/test-cards.ts';

const isNoFailure = (outcome: CardOutcome) =>
  outcome === 'success' || outcome === 'challenge' || outcome === 'dispute';

/** The sandbox's behaviour, from the sandbox itself. */
export const sandboxFacts: SandboxFacts = {
  cards: TEST_CARDS.map((card) => {
    const outcome = cardOutcome(card.number);
    return { ...card, reason: isNoFailure(outcome) ? null : outcome };
  }),
  methods: PAYMENT_METHODS.map(({ id, code }) => {
    const { collects, pays, refunds } = SANDBOX_METHODS[id];
    return {
      id,
      code,
      step: collects === 'card' ? 'card' : pays === 'code' ? 'code' : 'otp',
      refund: refunds === 'bank' ? 'bank' : 'back',
    };
  }),
};
