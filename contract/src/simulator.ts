/**
 * Calls that exist only in test mode: they bring about every state that money can be in, without waiting for payers,
 * settlement days or banks.
 */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data } from './envelope.ts';
import { IdParams } from './text.ts';

/** What a payer or their bank may do. */
export const PAYMENT_SCENARIOS = [
  'payment-succeeded',
  'card-declined',
  'wrong-code',
  'late-kiosk',
  'chargeback-opened',
  'chargeback-lost',
  'chargeback-won',
] as const;
export type PaymentScenario = (typeof PAYMENT_SCENARIOS)[number];

/** What the provider may do. */
export const MONEY_SCENARIOS = [
  'settlement',
  'refund-failed',
  'payout-handed-over',
  'payout-failed',
] as const;
export type MoneyScenario = (typeof MONEY_SCENARIOS)[number];

/** What may happen to one transaction that is there already; which of them can, it says itself. */
export const TRANSACTION_SCENARIOS = [
  'pay',
  'fail',
  'settle',
  'refund-failed',
  'chargeback-opened',
  'chargeback-lost',
  'chargeback-won',
  'payout-handed-over',
  'payout-failed',
] as const;
export type TransactionScenario = (typeof TRANSACTION_SCENARIOS)[number];

export const Simulated = z.object({
  /** Of the transaction, chargeback, settlement or payout that it made. */
  reference: z.string(),
  /** Where the portal shows it. */
  href: z.string(),
});
export type Simulated = z.output<typeof Simulated>;

const EITHER = ['create-pay-link', 'payout-request-transactions'] as const;

// Under the sandbox's address alone: in live mode they do not exist.
export const simulator = defineEndpoints({
  payment: {
    method: 'POST',
    path: '/sandbox/merchant/simulations/payment',
    base: 'fixed',
    access: 'create-pay-link',
    body: z.object({ scenario: z.enum(PAYMENT_SCENARIOS, { error: 'Invalid' }) }),
    reply: data(Simulated),
  },
  money: {
    method: 'POST',
    path: '/sandbox/merchant/simulations/money',
    base: 'fixed',
    access: 'payout-request-transactions',
    body: z.object({ scenario: z.enum(MONEY_SCENARIOS, { error: 'Invalid' }) }),
    reply: data(Simulated),
  },
  /** What may happen to one transaction in its state of now. */
  ofTransaction: {
    method: 'GET',
    path: '/sandbox/merchant/simulations/transactions/:id',
    base: 'fixed',
    access: EITHER,
    params: IdParams,
    reply: data(z.object({ scenarios: z.array(z.enum(TRANSACTION_SCENARIOS)) })),
  },
  /** Makes it happen; 400 when it cannot in the state of now. */
  transaction: {
    method: 'POST',
    path: '/sandbox/merchant/simulations/transactions/:id',
    base: 'fixed',
    access: EITHER,
    params: IdParams,
    body: z.object({ scenario: z.enum(TRANSACTION_SCENARIOS, { error: 'Invalid' }) }),
    reply: data(Simulated),
  },
});
