/** What is known of payments, and those that rules send to a person. */
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

/** What is known of a payment for rules, and what they made of it. */
export const RiskPayment = z.object({
  /** Null: the payment was started before facts were kept, or so long ago that they were deleted. */
  facts: z.nullable(
    z.object({
      outcome: z.enum(['trusted', ...RISK_OUTCOMES]),
      mobile: z.nullable(z.string()),
      address: z.nullable(z.string()),
      address_kind: z.nullable(z.enum(['ipv4', 'ipv6'])),
      /** ISO 3166. Of the card where its processor says it, otherwise of the mobile number. */
      country: z.nullable(z.string()),
      bin: z.nullable(z.string()),
      /** Whether the card can be told from others, so that it can be listed. */
      has_card: z.boolean(),
      /** Attempts of the last 24 hours with the same mobile number and address, all merchants, at most a hundred. */
      same_mobile: z.number(),
      same_address: z.number(),
    }),
  ),
  matches: z.array(
    z.object({ rule: z.object({ id: z.number(), name: z.string() }), outcome: z.enum(RISK_OUTCOMES) }),
  ),
  /** Null: it is not reviewed. */
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

/** `refused`: and not refunded yet, or not in full. */
export const REVIEW_STATES = ['waiting', 'approved', 'refused'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export const RiskReview = z.object({
  /** The transaction's. */
  id: z.number(),
  merchant: Merchant,
  mode: Mode,
  reference: z.string(),
  payment_method: PaymentMethodItem,
  /** What the payer paid, in EGP. */
  amount: z.number(),
  customer: z.string(),
  state: z.enum(REVIEW_STATES),
  /** It was refused, and its refund is not made: it failed, or was never asked for. */
  is_stuck: z.boolean(),
  /** A refund of it needs the payer's bank account. */
  needs_account: z.boolean(),
  waiting_since: z.nullable(z.string()),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  rules: z.array(z.string()),
  /** It came beyond the merchant's monthly limit; approving it then takes two operators. */
  beyond_limit: z.boolean(),
});
export type RiskReview = z.output<typeof RiskReview>;

/** Refuses a payment: what is left of it is refunded. The account is needed for what was paid in cash. */
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
    /** Those that wait by default. */
    state: filterOf(REVIEW_STATES),
    mode: filterOf(RISK_MODES),
    merchant_id: z.optional(Id),
    /** Of the day since which they wait. */
    date_from: z.optional(Day),
    date_to: z.optional(Day),
  },
  ranges: [['date_from', 'date_to']],
} as const;

const base = 'fixed';
const access = 'ops:risk';

/** Payments under review, and what is known of any payment. */
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
  /** The rows of the list as a file; a hundred thousand at most. */
  export: {
    method: 'GET',
    path: '/ops/risk/reviews/export',
    base,
    access,
    query: exportQuery(LIST),
    reply: file,
  },
  /** Its money is settled like any other from now on; beyond the monthly limit once a second operator has approved it. */
  approve: {
    method: 'POST',
    path: '/ops/risk/reviews/:merchantId/:id/approve',
    base,
    access,
    params: MerchantThing,
    body: RiskReasonForm,
    /** `asked`: it waits for the second operator. */
    reply: data(z.object({ asked: z.boolean() })),
  },
  /** At once where the money returns to where it came from; of cash once a second operator has approved the account. */
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
