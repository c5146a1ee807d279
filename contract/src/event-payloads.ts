import * as z from 'zod/mini';
import { CHARGEBACK_STAGES, CHARGEBACK_STATUS } from './chargebacks.ts';
import { OwnFieldsReply } from './integration-fields.ts';
import { INVOICE_STATUS } from './invoices.ts';
import { CURRENCY, PAYMENT_METHOD } from './lookups.ts';
import { FULFILMENTS } from './orders.ts';
import { LINK_STATUS } from './payment-links.ts';
import { PAYOUT_STATES } from './payouts.ts';
import { REFUND_STATES } from './refunds.ts';
import { codeOf } from './text.ts';
import { TRANSACTION_STATUS } from './transactions.ts';

/** Numeric ids as in replies, with their language-independent codes. */
const Method = z.object({ id: codeOf(PAYMENT_METHOD), code: z.string() });
const CurrencyOf = z.object({ id: codeOf(CURRENCY), code: z.string() });

/** Data entered by the payer; empty if it was not requested. */
const Payer = z.object({ name: z.string(), email: z.string(), mobile: z.string() });

/** A payment; amounts in pounds. */
const PaymentEvent = z.object({
  id: z.number(),
  reference: z.string(),
  /** As in the list of transactions: 1 success, 2 failed, 4 canceled, 5 expired. */
  status: codeOf(TRANSACTION_STATUS),
  /** In `currency`: the merchant's price, without and with its fees and taxes. */
  subtotal: z.number(),
  total_amount: z.number(),
  currency: z.string(),
  /** The amount that was or would have been charged to the payer, in EGP. */
  charged_amount: z.number(),
  /** The price in EGP, without fees that the payer bears. */
  value: z.number(),
  fee: z.number(),
  vat: z.number(),
  /** The merchant's share. */
  net: z.number(),
  payment_method: z.nullable(Method),
  /** The kind of payable: `payment-link`, `invoice` or `order`. */
  source: z.object({
    kind: z.string(),
    id: z.nullable(z.number()),
    name: z.string(),
    reference: z.nullable(z.string()),
    ...OwnFieldsReply,
  }),
  customer: Payer,
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** Irregularities of the payment: `late`, `duplicate`, `over`, `partial`. */
  flags: z.array(z.string()),
  failure_reason: z.nullable(z.string()),
  created_at: z.string(),
  paid_at: z.nullable(z.string()),
});

const RefundEvent = z.object({
  id: z.number(),
  state: z.enum(REFUND_STATES),
  transaction_id: z.number(),
  transaction_reference: z.string(),
  amount: z.number(),
  currency: z.string(),
  ...OwnFieldsReply,
});

const PayoutEvent = z.object({
  id: z.number(),
  code: z.string(),
  state: z.enum(PAYOUT_STATES),
  transaction_id: z.number(),
  transaction_reference: z.string(),
  amount: z.number(),
  currency: z.string(),
  /** The destination bank account, as `CIB ****0002`; null if the payout is collected with its code. */
  bank_account: z.nullable(z.string()),
  /** The reason why it was returned; otherwise empty. */
  reason: z.string(),
});

const SettlementEvent = z.object({
  id: z.number(),
  reference: z.string(),
  amount: z.number(),
  currency: z.string(),
  total_transactions: z.number(),
  /**
   * The bank account at the time of the settlement, as `CIB ****0002`; null if the whole amount stays on the balance.
   */
  bank_account: z.nullable(z.string()),
  /** The part transferred to the bank; the rest covered a negative balance or is held as reserve. */
  bank_amount: z.number(),
  /** The part held as rolling reserve. */
  reserved_amount: z.number(),
});

const SettlementPaidEvent = z.object({
  ...SettlementEvent.shape,
  /** The bank reference, as on the account's statement. */
  bank_reference: z.string(),
});

const SettlementReturnedEvent = z.object({
  ...SettlementEvent.shape,
  /** The bank's reason for refusing or returning the transfer, as text or code; the settlement is transferred again. */
  reason: z.string(),
});

const ChargebackEvent = z.object({
  id: z.number(),
  reference: z.string(),
  /** 0 pending, 1 applied, 2 withdrawn. */
  status: codeOf(CHARGEBACK_STATUS),
  transaction_id: z.number(),
  transaction_reference: z.string(),
  amount: z.number(),
  currency: z.string(),
  /** The case ID of the card network or processor; empty if unknown. */
  case_id: z.string(),
  /** The card network's reason code; empty if unknown. */
  reason_code: z.string(),
  stage: z.enum(CHARGEBACK_STAGES),
  /** The deadline of the response. */
  due_date: z.string(),
});

const InvoiceEvent = z.object({
  id: z.number(),
  reference: z.string(),
  invoice_name: z.string(),
  /** 1 unpaid, 2 paid, 3 canceled, 4 expired. */
  status: codeOf(INVOICE_STATUS),
  /** Per customer, in the invoice's currency. */
  total_amount: z.number(),
  currency: CurrencyOf,
  customers_count: z.number(),
  paid_count: z.number(),
  due_date: z.string(),
  ...OwnFieldsReply,
});

const LinkEvent = z.object({
  id: z.number(),
  reference: z.string(),
  invoice_name: z.string(),
  /** 1 inactive, 2 active, 3 expired. */
  status: codeOf(LINK_STATUS),
  total_amount: z.number(),
  currency: CurrencyOf,
  paid_count: z.number(),
  /** Null without a limit. */
  max_payment_count: z.nullable(z.number()),
  /** Null for a link without an end. */
  due_date: z.nullable(z.string()),
  /** Bounds of the amount that the payer decides; null if the amount is fixed. */
  min_amount: z.nullable(z.number()),
  max_amount: z.nullable(z.number()),
  /** Bounds of the quantity that the payer may choose; `total_amount` is for one piece. */
  min_quantity: z.number(),
  max_quantity: z.number(),
  ...OwnFieldsReply,
});

const OrderEvent = z.object({
  id: z.number(),
  reference: z.string(),
  /** `PAID` or `UNPAID`. */
  status: z.string(),
  fulfilment: z.enum(FULFILMENTS),
  amount: z.number(),
  currency: z.string(),
  customer_name: z.string(),
  customer_email: z.string(),
  customer_phone: z.string(),
  ...OwnFieldsReply,
});

/** Every webhook event and its payload in the newest version; `event-versions.ts` has the differences of older ones. */
export const WEBHOOK_EVENTS = {
  'payment.succeeded': PaymentEvent,
  'payment.failed': PaymentEvent,
  'payment.canceled': PaymentEvent,
  'payment.expired': PaymentEvent,
  'refund.succeeded': RefundEvent,
  'refund.failed': RefundEvent,
  'refund.reversed': RefundEvent,
  'payout.requested': PayoutEvent,
  'payout.handed-over': PayoutEvent,
  'payout.expired': PayoutEvent,
  'payout.returned': PayoutEvent,
  'settlement.made': SettlementEvent,
  'settlement.paid': SettlementPaidEvent,
  'settlement.returned': SettlementReturnedEvent,
  'chargeback.opened': ChargebackEvent,
  'chargeback.moved': ChargebackEvent,
  'chargeback.applied': ChargebackEvent,
  'chargeback.withdrawn': ChargebackEvent,
  'chargeback.reopened': ChargebackEvent,
  'invoice.created': InvoiceEvent,
  'invoice.paid': InvoiceEvent,
  'invoice.canceled': InvoiceEvent,
  'invoice.expired': InvoiceEvent,
  'payment-link.created': LinkEvent,
  'payment-link.closed': LinkEvent,
  'payment-link.expired': LinkEvent,
  'order.created': OrderEvent,
  'order.paid': OrderEvent,
  'order.canceled': OrderEvent,
  'webhook.test': z.object({ message: z.string() }),
} as const;
export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;
export type WebhookEventData<T extends WebhookEventType> = z.output<(typeof WEBHOOK_EVENTS)[T]>;
export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as WebhookEventType[];
