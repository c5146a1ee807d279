import * as z from 'zod/mini';
import { CHARGEBACK_STAGES, ChargebackStep } from './chargebacks.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { FilePath, FileSize, StoredFile } from './files.ts';
import { PaymentMethodItem } from './lookups.ts';
import { Amount, PositiveAmount } from './money.ts';
import { Mode, OPS_LISTS, OPS_REFUND_STATES } from './ops-money-lists.ts';
import { Day, listQuery } from './paging.ts';
import { PAYOUT_STATES } from './payouts.ts';
import { Id, optionalReference, paragraphs, reference } from './text.ts';
import { TransactionDetails } from './transactions.ts';

/** Columns of every list across merchants. */
const CROSS_MERCHANT_COLUMNS = {
  id: z.number(),
  merchant: z.object({ id: z.number(), name: z.string() }),
  mode: Mode,
  created_at: z.string(),
};
/** Identifies a merchant's row. */
export const MerchantThing = z.object({ merchantId: Id, id: Id });

export const OpsTransactionRow = z.object({
  ...CROSS_MERCHANT_COLUMNS,
  reference: z.string(),
  payment_method: PaymentMethodItem,
  status: z.number(),
  /** In EGP. */
  amount: z.number(),
  customer: z.object({ name: z.string(), email: z.string(), mobile: z.string() }),
  is_payout: z.boolean(),
  /** Null for a payment. */
  payout_state: z.nullable(z.enum(PAYOUT_STATES)),
});
export type OpsTransactionRow = z.output<typeof OpsTransactionRow>;

/** An account at a processor. */
export const AccountName = z.object({ id: z.number(), name: z.string(), mode: Mode });

/** A payment whose processor never reported a result, although it was asked until the end. */
export const OpsUnansweredRow = z.object({
  ...CROSS_MERCHANT_COLUMNS,
  transaction_id: z.number(),
  reference: z.string(),
  payment_method: PaymentMethodItem,
  /** The amount to be paid by its payer, in EGP. */
  amount: z.number(),
  processor: z.string(),
  /** When its processor was last asked. */
  asked_at: z.string(),
  /** The last status that the processor reported, if we do not know it; null if it reported none. */
  unknown_status: z.nullable(z.string()),
});
export type OpsUnansweredRow = z.output<typeof OpsUnansweredRow>;

export const OpsRefundRow = z.object({
  ...CROSS_MERCHANT_COLUMNS,
  transaction_id: z.number(),
  /** The payment's reference. */
  reference: z.string(),
  payment_method: PaymentMethodItem,
  amount: z.number(),
  state: z.enum(OPS_REFUND_STATES),
  customer: z.object({ name: z.string(), email: z.string(), mobile: z.string() }),
  /** The account at which it was or is to be made; null for the sandbox. */
  account: z.nullable(z.object({ id: z.number(), name: z.string() })),
  /** Our key of the refund at the processor, and the processor's id once it has one. */
  refund_key: z.string(),
  processor_refund_id: z.nullable(z.string()),
  /** The merchant's reason. */
  reason: z.string(),
  /** The reason for the failure, as a sentence. */
  failure_reason: z.nullable(z.string()),
  /** The processor's explanation, in its own wording. */
  explanation: z.nullable(z.string()),
  /** True: pending, and only a person can find out its result. */
  waits_for_operator: z.boolean(),
  finished_at: z.nullable(z.string()),
  /** When the money of a completed refund came back. */
  reversed_at: z.nullable(z.string()),
});
export type OpsRefundRow = z.output<typeof OpsRefundRow>;

export const OpsChargebackRow = z.object({
  ...CROSS_MERCHANT_COLUMNS,
  reference: z.string(),
  transaction_id: z.number(),
  transaction_reference: z.string(),
  name: z.string(),
  amount: z.number(),
  status: z.number(),
  reason: z.string(),
  /** The merchant's response; empty before it is sent. */
  answer: z.string(),
  answered_at: z.nullable(z.string()),
  due_date: z.string(),
  decided_at: z.nullable(z.string()),
  case_id: z.string(),
  reason_code: z.string(),
  stage: z.enum(CHARGEBACK_STAGES),
  /** The source of the report: an operator, or the processor. */
  origin: z.enum(['operator', 'processor']),
  /** With the operator's note on a decision or its reversal; otherwise empty. */
  history: z.array(z.extend(ChargebackStep, { note: z.string() })),
  /** True: the processor reported the decision, so no operator can reverse it. */
  decided_by_processor: z.boolean(),
  /** The amount charged to the payer, and the refunded part, in EGP. */
  charged_amount: z.number(),
  refunded_amount: z.number(),
});
export type OpsChargebackRow = z.output<typeof OpsChargebackRow>;

/** A decision of a chargeback, for the payer or for the merchant. */
export const ChargebackDecision = z.object({
  /** When the reviewed response was sent; a decision that does not name the newest response is refused with 409. */
  answered_at: z.nullable(z.string().check(z.maxLength(40))),
  /** The reason; kept in the case's history, which the merchant does not see, and in the audit log. */
  reason: paragraphs(500),
  /**
   * Confirms a decision while the merchant has not responded and still can; without it such a decision is refused with
   * 422.
   */
  even_though_due: z.optional(z.boolean()),
});
export type ChargebackDecision = z.output<typeof ChargebackDecision>;

/** A merchant's bank account in full, to transfer to. */
const TransferAccount = z.object({
  name: z.string(),
  /** Empty if not given, like `town`. */
  latin_name: z.string(),
  town: z.string(),
  bank: z.string(),
  branch: z.string(),
  number: z.string(),
  iban: z.string(),
  swift: z.string(),
});

export const OpsPayoutRow = z.object({
  ...CROSS_MERCHANT_COLUMNS,
  code: z.string(),
  amount: z.number(),
  state: z.enum(PAYOUT_STATES),
  reason: z.string(),
  transaction_id: z.number(),
  /** The destination account at that time; null if the payout is collected with its code. */
  bank_account: z.nullable(TransferAccount),
  expires_at: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
});
export type OpsPayoutRow = z.output<typeof OpsPayoutRow>;

export const OpsSettlementRow = z.object({
  ...CROSS_MERCHANT_COLUMNS,
  reference: z.string(),
  /** The settled amount, in EGP. */
  amount: z.number(),
  /** The part for the bank account; the rest covered a negative balance, or stays on the balance. */
  bank_amount: z.number(),
  /**
   * True: it is on the balance and not marked as paid, but may have been transferred by hand under an earlier release.
   */
  maybe_transferred: z.boolean(),
  /** The complete account on the day of the settlement; null if no part of it goes to a bank. */
  bank_account: z.nullable(TransferAccount),
  /** The reason why nothing may be transferred to the merchant now; null if transfers are allowed. */
  stopped: z.nullable(z.enum(['suspended', 'held'])),
  total_transactions: z.number(),
  /** When it was transferred to the merchant's bank account, with the bank reference. */
  paid_at: z.nullable(z.string()),
  bank_reference: z.nullable(z.string()),
});
export type OpsSettlementRow = z.output<typeof OpsSettlementRow>;

/** The card network's data of a case. */
const CaseFields = {
  /** In the network's own form, such as `10.4`. */
  reason_code: z.optional(optionalReference(40)),
  /** The deadline of the merchant's response, in Cairo time; fourteen days from now if absent. */
  due_date: z.optional(z.nullable(Day)),
};

export const OpenChargebackForm = z.object({
  /** Pounds; if absent, the undisputed rest of the amount charged to the payer. */
  amount: z.optional(z.nullable(PositiveAmount)),
  reason: paragraphs(200),
  /** The network's case ID; without one, the payment must have no other open chargeback. */
  case_id: z.optional(optionalReference(64)),
  stage: z.optional(z.enum(CHARGEBACK_STAGES, { error: 'Invalid' })),
  ...CaseFields,
});
export type OpenChargebackForm = z.output<typeof OpenChargebackForm>;

/** Moves a case to a later stage; a decided case is open again. */
export const MoveChargebackForm = z.object({
  stage: z.enum(['pre_arbitration', 'arbitration'], { error: 'Invalid' }),
  ...CaseFields,
});
export type MoveChargebackForm = z.output<typeof MoveChargebackForm>;

/** The reason for reversing a decision; kept in the case's history, which the merchant does not see. */
export const TakeBackForm = z.object({ reason: paragraphs(500) });

export const ReturnPayoutForm = z.object({ reason: paragraphs(200) });
export const PaidForm = z.object({
  bank_reference: reference(),
  /**
   * True: the bank had made the transfer before the merchant was suspended or put on hold, or for a settlement that an
   * earlier release put on the balance (`maybe_transferred`): its amount then leaves the balance.
   */
  already_transferred: z.optional(z.boolean()),
});

/** An acquirer's costs: for a payment, or for a chargeback. */
export const ACQUIRER_COST_KINDS = ['acquirer_fee', 'chargeback_fee'] as const;
export type AcquirerCostKind = (typeof ACQUIRER_COST_KINDS)[number];
export const ACQUIRER_COST_DIRECTIONS = ['charged', 'given_back'] as const;

/** A cost charged or refunded by the acquirer of a payment. */
export const AcquirerCostForm = z
  .object({
    kind: z.enum(ACQUIRER_COST_KINDS, { error: 'Required' }),
    direction: z.enum(ACQUIRER_COST_DIRECTIONS, { error: 'Required' }),
    /** Pounds, with VAT. */
    amount: PositiveAmount,
    /** The included VAT in pounds, if the acquirer states it. */
    vat: z.optional(z.nullable(Amount)),
    /** The acquirer's own reference; the same one is never booked twice. */
    reference: reference(100),
  })
  .check(z.refine(({ amount, vat }) => (vat ?? 0) <= amount, { error: 'VatExceedsAmount', path: ['vat'] }));
export type AcquirerCostForm = z.output<typeof AcquirerCostForm>;

export const AcquirerCost = z.object({
  kind: z.enum(ACQUIRER_COST_KINDS),
  /** In EGP, with VAT; negative for a refund. */
  amount: z.number(),
  vat: z.nullable(z.number()),
  reference: z.string(),
  /** The person who booked it. */
  actor: z.string(),
  /** The line of the settlement file that contained it; null if an operator booked it. */
  file: z.nullable(z.object({ id: z.number(), name: z.string(), row: z.number() })),
  created_at: z.string(),
});
export type AcquirerCost = z.output<typeof AcquirerCost>;

/** Money across merchants, for the provider's staff. */
export const opsMoney = defineEndpoints({
  transactions: {
    method: 'GET',
    path: '/ops/transactions',
    base: 'fixed',
    access: 'ops:transactions',
    query: listQuery(OPS_LISTS.transactions),
    reply: list(OpsTransactionRow),
  },
  /** Exports the rows of the list, at most 100,000. */
  exportTransactions: {
    method: 'GET',
    path: '/ops/transactions/export',
    base: 'fixed',
    access: 'ops:transactions',
    query: exportQuery(OPS_LISTS.transactions),
    reply: file,
  },
  /** Lists the accounts at processors by name, for operators who may not manage them. */
  transactionAccounts: {
    method: 'GET',
    path: '/ops/transactions/accounts',
    base: 'fixed',
    access: 'ops:transactions',
    reply: data(z.array(AccountName)),
  },
  unanswered: {
    method: 'GET',
    path: '/ops/unanswered-payments',
    base: 'fixed',
    access: 'ops:transactions',
    query: listQuery(OPS_LISTS.unanswered),
    reply: list(OpsUnansweredRow),
  },
  /** Exports the rows of the list, at most 100,000. */
  exportUnanswered: {
    method: 'GET',
    path: '/ops/unanswered-payments/export',
    base: 'fixed',
    access: 'ops:transactions',
    query: exportQuery(OPS_LISTS.unanswered),
    reply: file,
  },
  transaction: {
    method: 'GET',
    path: '/ops/transactions/:merchantId/:id',
    base: 'fixed',
    access: 'ops:transactions',
    params: MerchantThing,
    reply: data(z.object({ ...TransactionDetails.shape, mode: Mode })),
  },
  acquirerCosts: {
    method: 'GET',
    path: '/ops/transactions/:merchantId/:id/acquirer-costs',
    base: 'fixed',
    access: 'ops:processors',
    params: MerchantThing,
    reply: data(
      z.object({
        /** The account at which the payment was made; null if no acquirer can charge for it. */
        account: z.nullable(z.object({ id: z.number(), name: z.string() })),
        costs: z.array(AcquirerCost),
      }),
    ),
  },
  /** Books a cost once: a repetition with the same reference and content changes nothing. */
  bookAcquirerCost: {
    method: 'POST',
    path: '/ops/transactions/:merchantId/:id/acquirer-costs',
    base: 'fixed',
    access: 'ops:processors',
    params: MerchantThing,
    body: AcquirerCostForm,
    reply: done,
  },
  openChargeback: {
    method: 'POST',
    path: '/ops/transactions/:merchantId/:id/chargeback',
    base: 'fixed',
    access: 'ops:chargebacks',
    params: MerchantThing,
    body: OpenChargebackForm,
    reply: data(z.object({ reference: z.string() })),
  },
  refunds: {
    method: 'GET',
    path: '/ops/refunds',
    base: 'fixed',
    access: 'ops:transactions',
    query: listQuery(OPS_LISTS.refunds),
    reply: list(OpsRefundRow),
  },
  /** Exports the rows of the list, at most 100,000. */
  exportRefunds: {
    method: 'GET',
    path: '/ops/refunds/export',
    base: 'fixed',
    access: 'ops:transactions',
    query: exportQuery(OPS_LISTS.refunds),
    reply: file,
  },
  chargebacks: {
    method: 'GET',
    path: '/ops/chargebacks',
    base: 'fixed',
    access: 'ops:chargebacks',
    query: listQuery(OPS_LISTS.chargebacks),
    reply: list(OpsChargebackRow),
  },
  /** Exports the rows of the list, at most 100,000. */
  exportChargebacks: {
    method: 'GET',
    path: '/ops/chargebacks/export',
    base: 'fixed',
    access: 'ops:chargebacks',
    query: exportQuery(OPS_LISTS.chargebacks),
    reply: file,
  },
  /** Lists the files of the merchant's response, in the order of the response. */
  evidence: {
    method: 'GET',
    path: '/ops/chargebacks/:merchantId/:id/files',
    base: 'fixed',
    access: 'ops:chargebacks',
    params: MerchantThing,
    reply: data(z.array(StoredFile)),
  },
  /** Returns one of these files, but no other file of the merchant. */
  evidenceFile: {
    method: 'GET',
    path: '/ops/chargebacks/:merchantId/:id/files/:filePath',
    base: 'fixed',
    access: 'ops:chargebacks',
    params: z.object({ merchantId: Id, id: Id, filePath: FilePath }),
    query: FileSize,
    reply: file,
  },
  /** Decides for the payer: the held amount is refunded. */
  applyChargeback: {
    method: 'POST',
    path: '/ops/chargebacks/:merchantId/:id/apply',
    base: 'fixed',
    access: 'ops:chargebacks',
    params: MerchantThing,
    body: ChargebackDecision,
    reply: done,
  },
  /** Requests a second operator's approval to decide for the merchant, who then gets the held amount back. */
  withdrawChargeback: {
    method: 'POST',
    path: '/ops/chargebacks/:merchantId/:id/withdraw',
    base: 'fixed',
    access: 'ops:chargebacks',
    params: MerchantThing,
    body: ChargebackDecision,
    reply: done,
  },
  /** Moves a case to a later stage: its money is held, and the merchant may respond again. */
  moveChargeback: {
    method: 'POST',
    path: '/ops/chargebacks/:merchantId/:id/move',
    base: 'fixed',
    access: 'ops:chargebacks',
    params: MerchantThing,
    body: MoveChargebackForm,
    reply: done,
  },
  /** Reverses a mistaken decision: the case is open again at its stage, and its money is held. */
  takeBackChargeback: {
    method: 'POST',
    path: '/ops/chargebacks/:merchantId/:id/take-back',
    base: 'fixed',
    access: 'ops:chargebacks',
    params: MerchantThing,
    body: TakeBackForm,
    reply: done,
  },
  payouts: {
    method: 'GET',
    path: '/ops/payouts',
    base: 'fixed',
    access: 'ops:payouts',
    query: listQuery(OPS_LISTS.payouts),
    reply: list(OpsPayoutRow),
  },
  /** Exports the rows of the list, at most 100,000. */
  exportPayouts: {
    method: 'GET',
    path: '/ops/payouts/export',
    base: 'fixed',
    access: 'ops:payouts',
    query: exportQuery(OPS_LISTS.payouts),
    reply: file,
  },
  handOverPayout: {
    method: 'POST',
    path: '/ops/payouts/:merchantId/:id/hand-over',
    base: 'fixed',
    access: 'ops:payouts',
    params: MerchantThing,
    reply: done,
  },
  /** Requests a second operator's approval to return a failed payout to the merchant's balance. */
  returnPayout: {
    method: 'POST',
    path: '/ops/payouts/:merchantId/:id/return',
    base: 'fixed',
    access: 'ops:payouts',
    params: MerchantThing,
    body: ReturnPayoutForm,
    reply: done,
  },
  settlements: {
    method: 'GET',
    path: '/ops/settlements',
    base: 'fixed',
    access: 'ops:settlements',
    query: listQuery(OPS_LISTS.settlements),
    reply: list(OpsSettlementRow),
  },
  /** Exports the rows of the list, at most 100,000. */
  exportSettlements: {
    method: 'GET',
    path: '/ops/settlements/export',
    base: 'fixed',
    access: 'ops:settlements',
    query: exportQuery(OPS_LISTS.settlements),
    reply: file,
  },
  /** Makes the settlements due now, for one merchant or all, without waiting for the hourly run. */
  runSettlements: {
    method: 'POST',
    path: '/ops/settlements/run',
    base: 'fixed',
    access: 'ops:settlements',
    body: z.object({ merchant_id: z.optional(z.nullable(Id)) }),
    reply: data(z.object({ made: z.number() })),
  },
  /**
   * Records the transfer to the merchant's bank account, with the bank reference. Refused for merchants that are
   * suspended or on hold, unless the bank had made the transfer before.
   */
  paySettlement: {
    method: 'POST',
    path: '/ops/settlements/:merchantId/:id/paid',
    base: 'fixed',
    access: 'ops:settlements',
    params: MerchantThing,
    body: PaidForm,
    reply: done,
  },
});
