/**
 * Calls for test mode only that bring about every state of money without waiting for payers, settlement days or banks.
 */
import * as z from 'zod/mini';
import { SIMULATOR_ACCESS } from './access.ts';
import { defineEndpoints } from './endpoint.ts';
import { data } from './envelope.ts';
import type { Permission } from './permissions.ts';
import { IdParams, reference } from './text.ts';

/** Simulated actions of a payer or their bank. */
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

/** Simulated actions of the provider. */
export const MONEY_SCENARIOS = [
  'settlement',
  'refund-failed',
  'payout-handed-over',
  'payout-failed',
] as const;
export type MoneyScenario = (typeof MONEY_SCENARIOS)[number];

/** Simulated actions on an existing transaction; `ofTransaction` lists those that apply. */
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

/** Kinds of objects that a simulation can result in. */
export const SIMULATED_KINDS = ['transaction', 'chargeback', 'settlement', 'payout'] as const;

export const Simulated = z.object({
  /** The kind of the resulting object. */
  kind: z.enum(SIMULATED_KINDS),
  /** Its id in the API's other calls. */
  id: z.number(),
  /** The reference of the resulting transaction, chargeback, settlement or payout. */
  reference: z.string(),
  /** Its path in the portal. */
  href: z.string(),
});
export type Simulated = z.output<typeof Simulated>;

const EITHER = Object.values(SIMULATOR_ACCESS) as [Permission, ...Permission[]];

// Only under the sandbox's path: these calls do not exist in live mode.
export const simulator = defineEndpoints({
  payment: {
    method: 'POST',
    path: '/sandbox/merchant/simulations/payment',
    base: 'fixed',
    keys: 'test',
    access: SIMULATOR_ACCESS.payment,
    body: z.object({
      scenario: z.enum(PAYMENT_SCENARIOS, { error: 'Invalid' }),
      /** The reference of the merchant's payment link to pay; without it, one of 100 EGP is created. */
      link: z.optional(z.nullable(reference())),
    }),
    reply: data(Simulated),
  },
  money: {
    method: 'POST',
    path: '/sandbox/merchant/simulations/money',
    base: 'fixed',
    keys: 'test',
    access: SIMULATOR_ACCESS.money,
    body: z.object({ scenario: z.enum(MONEY_SCENARIOS, { error: 'Invalid' }) }),
    reply: data(Simulated),
  },
  /** Lists the scenarios for a transaction in its current state. */
  ofTransaction: {
    method: 'GET',
    path: '/sandbox/merchant/simulations/transactions/:id',
    base: 'fixed',
    keys: 'test',
    access: EITHER,
    params: IdParams,
    reply: data(z.object({ scenarios: z.array(z.enum(TRANSACTION_SCENARIOS)) })),
  },
  /** Simulates an event; 400 if it does not apply to the current state. */
  transaction: {
    method: 'POST',
    path: '/sandbox/merchant/simulations/transactions/:id',
    base: 'fixed',
    keys: 'test',
    access: EITHER,
    params: IdParams,
    body: z.object({ scenario: z.enum(TRANSACTION_SCENARIOS, { error: 'Invalid' }) }),
    reply: data(Simulated),
  },
});
