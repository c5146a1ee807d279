/**
 * Refunds, in two ways: the AmanCard flow of the specification (a number is checked, a one-time code is sent to it, and
 * the code refunds an amount), and a call of our own for all other methods.
 */
import * as z from 'zod/mini';
import { iban, MOBILE_PATTERN, normaliseMobile } from './egypt.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, done, list, top } from './envelope.ts';
import { OwnFields, OwnFieldsForm, OwnFieldsReply, OwnFilters } from './integration-fields.ts';
import { PositiveAmount } from './money.ts';
import { Day, listQuery, UpdatedSince } from './paging.ts';
import { reads } from './schema.ts';
import { stepUpFields } from './step-up.ts';
import {
  digitCode,
  IdParams,
  optionalParagraphs,
  optionalText,
  reference,
  toLatinDigits,
  withoutInvisible,
} from './text.ts';

/**
 * `waiting`: for approval; `canceled`: declined, withdrawn or expired; `reversed`: it was made, but the money came back
 * to the merchant.
 */
export const REFUND_STATES = ['waiting', 'pending', 'succeeded', 'failed', 'canceled', 'reversed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** Seconds that the portal waits between two codes; a new inquiry always sends one. */
export const REFUND_RESEND_SECONDS = 90;

export const RefundRow = z.object({
  /** Null while it waits for approval, or if it never became a refund. */
  id: z.nullable(z.number()),
  /** The approval request, if one was required. */
  approval_id: z.nullable(z.number()),
  amount: z.number(),
  state: z.enum(REFUND_STATES),
  /** The requester's reason. */
  reason: z.string(),
  /** The reason for the failure, as a sentence. */
  failure_reason: z.nullable(z.string()),
  /** The reason why it has not been sent to the processor, as a sentence. */
  pending_reason: z.nullable(z.string()),
  requested_by: z.string(),
  approved_by: z.nullable(z.string()),
  created_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** When the money came back. */
  reversed_at: z.nullable(z.string()),
  /** The destination of a kiosk refund, with a masked IBAN. */
  bank_account: z.nullable(z.object({ account_name: z.string(), bank_name: z.string(), iban: z.string() })),
  ...OwnFieldsReply,
});
export type RefundRow = z.output<typeof RefundRow>;

export const REFUND_SORTS = ['id', 'created_at', 'amount', 'updated_at'] as const;

/** A refund in the list of all payments' refunds. Requests that wait for approval are not included. */
export const ListedRefund = z.object({
  ...RefundRow.shape,
  id: z.number(),
  transaction_id: z.number(),
  transaction_reference: z.string(),
  updated_at: z.string(),
});
export type ListedRefund = z.output<typeof ListedRefund>;

const ACCOUNT = /^[\d\s\-+()]+$/;

/**
 * A mobile number in any notation, normalized; or an account number of digits, spaces, dashes, plus and brackets,
 * longer than 10 and shorter than 16.
 */
export const RefundAccount = reads(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value: string | number, ctx): string => {
      const mobile = normaliseMobile(String(value));
      if (MOBILE_PATTERN.test(mobile)) return mobile;
      const typed = withoutInvisible(toLatinDigits(String(value)))
        .replace(/[\p{Pd}\u2212]/gu, '-')
        .replace(/\uff0b/g, '+')
        .trim();
      if (ACCOUNT.test(typed) && typed.length > 10 && typed.length < 16) return typed;
      ctx.issues.push({
        code: 'custom',
        message: typed === '' ? 'Required' : 'InvalidAccount',
        input: value,
      });
      return z.NEVER;
    }),
  ),
  { type: 'string' },
);

/** Six digits. */
export const RefundOtp = digitCode(6);

/** Values of `ResultID`. */
export const AMAN_RESULT = { success: 0, failed: -1 } as const;

/** `Success` with 0, or `Failed` with -1 and the reason in `Comment`. */
export const AmanReply = z.object({
  Result: z.enum(['Success', 'Failed']),
  ResultID: reads(z.union([z.literal(0), z.literal(-1)]), { type: 'integer', enum: [0, -1] }, AMAN_RESULT),
  ResultMessage: z.string(),
  Comment: z.string(),
  /** Pounds; null when it does not apply. */
  MinAmount: z.nullable(z.number()),
  MaxAmount: z.nullable(z.number()),
});
export type AmanReply = z.output<typeof AmanReply>;

/**
 * The bank account is required for a kiosk payment, which has no card or wallet to refund to; a person then also needs
 * step-up.
 */
export const RefundForm = z.object({
  amount: PositiveAmount,
  reason: optionalParagraphs(500),
  account_name: optionalText(150),
  bank_name: optionalText(150),
  iban: z.optional(z.nullable(z.union([z.literal(''), iban()]))),
  ...OwnFields,
  ...stepUpFields,
});
export type RefundFormValues = z.output<typeof RefundForm>;

const AMAN = { method: 'POST', base: 'mode', access: 'transaction-refund', reply: top(AmanReply) } as const;

export const refunds = defineEndpoints({
  /** Opens a refund session and sends the first code to the number. 400 if nothing is refundable. */
  amanInquiry: {
    ...AMAN,
    path: '/merchant/hpp/aman-card-refund-inquiry',
    body: z.object({ Mobile: RefundAccount, transactionReference: reference() }),
  },
  /** Sends another code for the caller's newest session. */
  amanSendOtp: {
    ...AMAN,
    path: '/merchant/hpp/aman-card-send-otp',
    body: z.object({ MobileNumber: RefundAccount }),
  },
  amanRefund: {
    ...AMAN,
    path: '/merchant/hpp/aman-card-partial-refund',
    body: z.object({
      Mobile: RefundAccount,
      transactionReference: reference(),
      OTP: RefundOtp,
      amount: PositiveAmount,
    }),
  },
  /** Refunds all or part of a payment made by any other method. */
  create: {
    method: 'POST',
    path: '/merchant/transactions/:id/refunds',
    base: 'mode',
    access: 'transaction-refund',
    idempotent: true,
    params: IdParams,
    body: RefundForm,
    stepUp: 'sometimes',
    reply: data(RefundRow),
  },
  /** Lists the refunds of all payments. */
  list: {
    method: 'GET',
    path: '/merchant/refunds',
    base: 'mode',
    access: 'view-transactions-list',
    query: listQuery({
      dialect: 'snake',
      sort: REFUND_SORTS,
      filters: {
        date_from: z.optional(Day),
        date_to: z.optional(Day),
        updated_since: UpdatedSince,
        ...OwnFilters,
      },
      byCursor: 'refunds',
      ranges: [['date_from', 'date_to']],
    }),
    reply: list(ListedRefund),
  },
  details: {
    method: 'GET',
    path: '/merchant/refunds/:id',
    base: 'mode',
    access: 'view-transaction-details',
    params: IdParams,
    reply: data(ListedRefund),
  },
  /** Changes the merchant's own number and values of a refund. */
  setOwnFields: {
    method: 'PATCH',
    path: '/merchant/refunds/:id',
    base: 'mode',
    access: 'transaction-refund',
    params: IdParams,
    body: OwnFieldsForm,
    reply: done,
  },
  /** Returns a transaction's refunds, newest first, and the refundable amount. */
  ofTransaction: {
    method: 'GET',
    path: '/merchant/transactions/:id/refunds',
    base: 'mode',
    access: 'transaction-refund',
    params: IdParams,
    reply: data(
      z.object({
        refunds: z.array(RefundRow),
        refundable_amount: z.number(),
        /** In pounds: larger refunds wait for approval; absent if no approval is required. */
        waits_above: z.optional(z.number()),
        /** `aman` requires a code, `bank` a bank account, `direct` neither; null if nothing is refundable. */
        way: z.nullable(z.enum(['aman', 'bank', 'direct'])),
        /** The number with which the payment was made, for `aman`; otherwise absent. */
        account: z.optional(z.string()),
      }),
    ),
  },
});
