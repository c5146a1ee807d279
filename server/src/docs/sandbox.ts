import type { SandboxFacts } from '@daftar/contract/docs';
import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import { SANDBOX_METHODS } from '../processors/sandbox/index.ts';
import { TEST_CARDS } from '../processors/sandbox/test-cards.ts';

/** What the sandbox does, from the sandbox itself. */
export const sandboxFacts: SandboxFacts = {
  cards: TEST_CARDS,
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
