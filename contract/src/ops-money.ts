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

/** A payment whose processor never reported an outcome, although it was asked until the end. */
export const OpsUnansweredRow = z.object({
  ...CROSS_MERCHANT_COLUMNS,
  transaction_id: z.number(),
  reference: z.string(),
  payment_method: PaymentMethodItem,
  /** The amount that its payer was to pay, in EGP. */
  amount: z.number(),
  processor: z.string(),
  /** When its processor was last asked. */
  asked_at: z.string(),
  /** The status that it last reported and that is not known here; null when it reported none. */
  unknown_status: z.nullable(z.string()),
});
export type OpsUnansweredRow = z.output<typeof OpsUnansweredRow>;

export const OpsRefundRow = z.object({
  ...CROSS_MERCHANT_COLUMNS,
  transaction_id: z.number(),
  /** Of the payment. */
  reference: z.string(),
  payment_method: PaymentMethodItem,
  amount: z.number(),
  state: z.enum(OPS_REFUND_STATES),
  customer: z.object({ name: z.string(), email: z.string(), mobile: z.string() }),
  /** Where it was or is to be made; null: the sandbox. */
  account: z.nullable(z.object({ id: z.number(), name: z.string() })),
  /** Our key of it at the processor, and the processor's id once there is one. */
  refund_key: z.string(),
  processor_refund_id: z.nullable(z.string()),
  /** The merchant's. */
  reason: z.string(),
  /** Why it failed, as a sentence. */
  failure_reason: z.nullable(z.string()),
  /** What the processor said of it, in its words. */
  explanation: z.nullable(z.string()),
  /** Pending, and nobody but a person can tell what became of it. */
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
  /** The merchant's response; empty before. */
  answer: z.string(),
  answered_at: z.nullable(z.string()),
  due_date: z.string(),
  decided_at: z.nullable(z.string()),
  case_id: z.string(),
  reason_code: z.string(),
  stage: z.enum(CHARGEBACK_STAGES),
  /** Who reported it: an operator, or the processor. */
  origin: z.enum(['operator', 'processor']),
  /** With what an operator wrote when they decided it, or took a decision back; otherwise empty. */
  history: z.array(z.extend(ChargebackStep, { note: z.string() })),
  /** The processor reported the decision, so no operator can take it back. */
  decided_by_processor: z.boolean(),
  /** What the payer was charged, and what was refunded of it, in EGP. */
  charged_amount: z.number(),
  refunded_amount: z.number(),
});
export type OpsChargebackRow = z.output<typeof OpsChargebackRow>;

/** A decision of a dispute, for the payer or for the merchant. */
export const ChargebackDecision = z.object({
  /** The response that was read: a decision that does not know the newest one is refused with 409. */
  answered_at: z.nullable(z.string().check(z.maxLength(40))),
  /** Why; stays in the case's history, which the merchant does not read, and in the audit log. */
  reason: paragraphs(500),
  /** Confirms a decision while the merchant has not responded and still can; refused with 422 without. */
  even_though_due: z.optional(z.boolean()),
});
export type ChargebackDecision = z.output<typeof ChargebackDecision>;

/** A merchant's bank account in full, to transfer to. */
const TransferAccount = z.object({
  name: z.string(),
  /** Empty: not given; so is `town`. */
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
  /** Where it goes, as the account was then; null: collected with its code. */
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
  /** It is on the balance and not marked as paid, but an earlier release may have transferred it by hand. */
  maybe_transferred: z.boolean(),
  /** The complete account as it was on the day of the settlement; null when nothing goes to a bank. */
  bank_account: z.nullable(TransferAccount),
  /** Why nothing may be transferred to the merchant now. */
  stopped: z.nullable(z.enum(['suspended', 'held'])),
  total_transactions: z.number(),
  /** When it was transferred to the merchant's bank account, with the bank reference. */
  paid_at: z.nullable(z.string()),
  bank_reference: z.nullable(z.string()),
});
export type OpsSettlementRow = z.output<typeof OpsSettlementRow>;

/** What a card network says of a case. */
const CaseFields = {
  /** As the network writes it, such as `10.4`. */
  reason_code: z.optional(optionalReference(40)),
  /** The last day of the merchant's response, in Cairo; fourteen days from now when absent. */
  due_date: z.optional(z.nullable(Day)),
};

export const OpenChargebackForm = z.object({
  /** Pounds; the undisputed rest of what the payer was charged when absent. */
  amount: z.optional(z.nullable(PositiveAmount)),
  reason: paragraphs(200),
  /** The network's id of the case; without one, no other chargeback of the payment may be open. */
  case_id: z.optional(optionalReference(64)),
  stage: z.optional(z.enum(CHARGEBACK_STAGES, { error: 'Invalid' })),
  ...CaseFields,
});
export type OpenChargebackForm = z.output<typeof OpenChargebackForm>;

/** A case that goes to a later stage; a decided one is open again. */
export const MoveChargebackForm = z.object({
  stage: z.enum(['pre_arbitration', 'arbitration'], { error: 'Invalid' }),
  ...CaseFields,
});
export type MoveChargebackForm = z.output<typeof MoveChargebackForm>;

/** Why a decision is taken back; it stays in the case's history, which the merchant does not read. */
export const TakeBackForm = z.object({ reason: paragraphs(500) });

export const ReturnPayoutForm = z.object({ reason: paragraphs(200) });
export const PaidForm = z.object({
  bank_reference: reference(),
  /**
   * The bank had made the transfer before the merchant was suspended or put on hold, or for a settlement that an
   * earlier release put on the balance (`maybe_transferred`): its amount then leaves the balance.
   */
  already_transferred: z.optional(z.boolean()),
});

/** What an acquirer charges: of a payment, or for a dispute. */
export const ACQUIRER_COST_KINDS = ['acquirer_fee', 'chargeback_fee'] as const;
export type AcquirerCostKind = (typeof ACQUIRER_COST_KINDS)[number];
export const ACQUIRER_COST_DIRECTIONS = ['charged', 'given_back'] as const;

/** What the acquirer of a payment charged us, or gave back. */
export const AcquirerCostForm = z
  .object({
    kind: z.enum(ACQUIRER_COST_KINDS, { error: 'Required' }),
    direction: z.enum(ACQUIRER_COST_DIRECTIONS, { error: 'Required' }),
    /** Pounds, with VAT. */
    amount: PositiveAmount,
    /** The VAT in it, in pounds, if the acquirer names one. */
    vat: z.optional(z.nullable(Amount)),
    /** The acquirer's own; the same one is never booked twice. */
    reference: reference(100),
  })
  .check(z.refine(({ amount, vat }) => (vat ?? 0) <= amount, { error: 'VatExceedsAmount', path: ['vat'] }));
export type AcquirerCostForm = z.output<typeof AcquirerCostForm>;

export const AcquirerCost = z.object({
  kind: z.enum(ACQUIRER_COST_KINDS),
  /** In EGP, with VAT; less than zero: given back. */
  amount: z.number(),
  vat: z.nullable(z.number()),
  reference: z.string(),
  /** Who booked it. */
  actor: z.string(),
  /** The line of a settlement file that it came with; null: an operator booked it. */
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
  /** The rows of the list as a file; a hundred thousand at most. */
  exportTransactions: {
    method: 'GET',
    path: '/ops/transactions/export',
    base: 'fixed',
    access: 'ops:transactions',
    query: exportQuery(OPS_LISTS.transactions),
    reply: file,
  },
  /** The accounts at processors by name, for whoever may not manage them. */
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
  /** The rows of the list as a file; a hundred thousand at most. */
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
        /** Where the payment was made; null when no acquirer can charge for it. */
        account: z.nullable(z.object({ id: z.number(), name: z.string() })),
        costs: z.array(AcquirerCost),
      }),
    ),
  },
  /** Books one once: repeated with the same reference and content it changes nothing. */
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
  /** The rows of the list as a file; a hundred thousand at most. */
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
  /** The rows of the list as a file; a hundred thousand at most. */
  exportChargebacks: {
    method: 'GET',
    path: '/ops/chargebacks/export',
    base: 'fixed',
    access: 'ops:chargebacks',
    query: exportQuery(OPS_LISTS.chargebacks),
    reply: file,
  },
  /** Lists the files of the merchant's response, in the order they were given. */
  evidence: {
    method: 'GET',
    path: '/ops/chargebacks/:merchantId/:id/files',
    base: 'fixed',
    access: 'ops:chargebacks',
    params: MerchantThing,
    reply: data(z.array(StoredFile)),
  },
  /** Returns one of them; no other file of the merchant. */
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
  /** Asks a second operator to decide for the merchant: the held amount is then the merchant's again. */
  withdrawChargeback: {
    method: 'POST',
    path: '/ops/chargebacks/:merchantId/:id/withdraw',
    base: 'fixed',
    access: 'ops:chargebacks',
    params: MerchantThing,
    body: ChargebackDecision,
    reply: done,
  },
  /** Takes a case to a later stage: its money is held, and the merchant may respond again. */
  moveChargeback: {
    method: 'POST',
    path: '/ops/chargebacks/:merchantId/:id/move',
    base: 'fixed',
    access: 'ops:chargebacks',
    params: MerchantThing,
    body: MoveChargebackForm,
    reply: done,
  },
  /** Takes back a decision that was made by mistake: the case is open again at its stage, and its money is held. */
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
  /** The rows of the list as a file; a hundred thousand at most. */
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
  /** Asks a second operator to return a failed payout to the merchant's balance. */
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
  /** The rows of the list as a file; a hundred thousand at most. */
  exportSettlements: {
    method: 'GET',
    path: '/ops/settlements/export',
    base: 'fixed',
    access: 'ops:settlements',
    query: exportQuery(OPS_LISTS.settlements),
    reply: file,
  },
  /** Settles what is due now, for one merchant or all, without waiting for the hourly run. */
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
