/** Risk facts of payments, and payments that rules send to review. */
import * as z from 'zod/mini';
import { iban } from './egypt.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { PaymentMethodItem } from './lookups.ts';
import { MerchantThing } from './ops-money.ts';
import { filterOf, RISK_MODES, RISK_OUTCOMES, RiskReasonForm } from './ops-risk.ts';
import { Day, listQuery } from './paging.ts';
import { Id, optionalText, paragraphs } from './text.ts';

const Merchant = z.object({ id: z.number(), name: z.string() });
const Mode = z.enum(RISK_MODES);

/** The facts of a payment for risk rules, and the results of the rules. */
export const RiskPayment = z.object({
  /** Null: the payment was started before facts were kept, or they have been deleted since. */
  facts: z.nullable(
    z.object({
      outcome: z.enum(['trusted', ...RISK_OUTCOMES]),
      mobile: z.nullable(z.string()),
      address: z.nullable(z.string()),
      address_kind: z.nullable(z.enum(['ipv4', 'ipv6'])),
      /** ISO 3166: country of the card if its processor reports it, otherwise of the mobile number. */
      country: z.nullable(z.string()),
      bin: z.nullable(z.string()),
      /** True: the card is identified, so that it can be listed. */
      has_card: z.boolean(),
      /**
       * Attempts of the last 24 hours with the same mobile number and with the same address, across merchants, at most
       * 100.
       */
      same_mobile: z.number(),
      same_address: z.number(),
    }),
  ),
  matches: z.array(
    z.object({ rule: z.object({ id: z.number(), name: z.string() }), outcome: z.enum(RISK_OUTCOMES) }),
  ),
  /** Null: it is not under review. */
  review: z.nullable(
    z.object({
      state: z.enum(['unpaid', 'waiting', 'approved', 'refused']),
      waiting_since: z.nullable(z.string()),
      decided_by: z.nullable(z.string()),
      decided_at: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
});
export type RiskPayment = z.output<typeof RiskPayment>;

/** `refused`: not refunded yet, or not in full. */
export const REVIEW_STATES = ['waiting', 'approved', 'refused'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export const RiskReview = z.object({
  /** The transaction's id. */
  id: z.number(),
  merchant: Merchant,
  mode: Mode,
  reference: z.string(),
  payment_method: PaymentMethodItem,
  /** The amount paid by the payer, in EGP. */
  amount: z.number(),
  customer: z.string(),
  state: z.enum(REVIEW_STATES),
  /** True: it was refused, but its refund failed or was never requested. */
  is_stuck: z.boolean(),
  /** True: its refund requires the payer's bank account. */
  needs_account: z.boolean(),
  waiting_since: z.nullable(z.string()),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  rules: z.array(z.string()),
  /** True: it exceeded the merchant's monthly limit, so approving it requires two operators. */
  beyond_limit: z.boolean(),
});
export type RiskReview = z.output<typeof RiskReview>;

/** Refuses a payment: its remaining amount is refunded. The bank account is required for a cash payment. */
export const RefuseReviewForm = z.object({
  reason: paragraphs(500),
  account_name: optionalText(100),
  bank_name: optionalText(100),
  iban: z.pipe(
    z.optional(z.nullable(z.union([z.literal(''), iban()]))),
    z.transform((value) => value ?? ''),
  ),
});
export type RefuseReviewForm = z.output<typeof RefuseReviewForm>;

const LIST = {
  dialect: 'snake',
  sort: ['waiting_since', 'amount'],
  defaultSort: 'waiting_since',
  defaultType: 'asc',
  filters: {
    /** A reference of ours or of the processor, an amount, or the payer's name, e-mail or mobile number. */
    q: z.optional(z.string().check(z.maxLength(255))),
    /** Waiting ones by default. */
    state: filterOf(REVIEW_STATES),
    mode: filterOf(RISK_MODES),
    merchant_id: z.optional(Id),
    /** By the day since which they have been waiting. */
    date_from: z.optional(Day),
    date_to: z.optional(Day),
  },
  ranges: [['date_from', 'date_to']],
} as const;

const base = 'fixed';
const access = 'ops:risk';

/** Payments under review, and the risk facts of any payment. */
export const opsRiskReviews = defineEndpoints({
  payment: {
    method: 'GET',
    path: '/ops/risk/payments/:merchantId/:id',
    base,
    access,
    params: MerchantThing,
    reply: data(RiskPayment),
  },
  list: {
    method: 'GET',
    path: '/ops/risk/reviews',
    base,
    access,
    query: listQuery(LIST),
    reply: list(RiskReview),
  },
  /** Exports the rows of the list, at most 100,000. */
  export: {
    method: 'GET',
    path: '/ops/risk/reviews/export',
    base,
    access,
    query: exportQuery(LIST),
    reply: file,
  },
  /** Lets its money be settled like any other; beyond the monthly limit, only after a second operator's approval. */
  approve: {
    method: 'POST',
    path: '/ops/risk/reviews/:merchantId/:id/approve',
    base,
    access,
    params: MerchantThing,
    body: RiskReasonForm,
    /** `asked`: true if it waits for the second operator. */
    reply: data(z.object({ asked: z.boolean() })),
  },
  /**
   * Takes effect at once if the money returns the way it came; for cash, only after a second operator has approved the
   * account.
   */
  refuse: {
    method: 'POST',
    path: '/ops/risk/reviews/:merchantId/:id/refuse',
    base,
    access,
    params: MerchantThing,
    body: RefuseReviewForm,
    reply: done,
  },
});
