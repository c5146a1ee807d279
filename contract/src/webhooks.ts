import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, list } from './envelope.ts';
import { Day, listQuery } from './paging.ts';
import { stepUpFields } from './step-up.ts';
import { IdParams, oneOf } from './text.ts';

/** Details a payer gave; empty where they were not asked for. */
const Payer = z.object({ name: z.string(), email: z.string(), mobile: z.string() });

/** A payment; amounts in pounds. */
const PaymentEvent = z.object({
  id: z.number(),
  reference: z.string(),
  /** As in the list of transactions: 1 success, 2 failed, 4 canceled, 5 expired. */
  status: z.number(),
  /** What the payer paid or would have paid, in EGP. */
  amount: z.number(),
  /** What was asked for, in EGP; without fees that the payer bears. */
  value: z.number(),
  fee: z.number(),
  vat: z.number(),
  /** What is the merchant's. */
  net: z.number(),
  currency: z.string(),
  payment_method: z.nullable(z.number()),
  /** What was paid: `payment-link`, `invoice` or `order`. */
  source: z.object({
    kind: z.string(),
    id: z.nullable(z.number()),
    name: z.string(),
    reference: z.nullable(z.string()),
  }),
  customer: Payer,
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** What is unusual about the money: `late`, `duplicate`, `over`, `partial`. */
  flags: z.array(z.string()),
  failure_reason: z.nullable(z.string()),
  created_at: z.string(),
  paid_at: z.nullable(z.string()),
});

const RefundEvent = z.object({
  id: z.number(),
  transaction_id: z.number(),
  transaction_reference: z.string(),
  amount: z.number(),
  currency: z.string(),
});

const PayoutEvent = z.object({
  id: z.number(),
  code: z.string(),
  transaction_id: z.number(),
  amount: z.number(),
  currency: z.string(),
});

const SettlementEvent = z.object({
  id: z.number(),
  reference: z.string(),
  amount: z.number(),
  currency: z.string(),
  total_transactions: z.number(),
  /** The bank account as it was when the settlement was made, as `CIB ****0002`; null when all stays in the balance. */
  bank_account: z.nullable(z.string()),
  /** What goes there; the rest filled up a balance below zero. */
  bank_amount: z.number(),
});

const SettlementPaidEvent = z.object({
  ...SettlementEvent.shape,
  /** The bank's own name for it, as the statement of the account shows it. */
  bank_reference: z.string(),
});

const ChargebackEvent = z.object({
  id: z.number(),
  reference: z.string(),
  transaction_id: z.number(),
  amount: z.number(),
  currency: z.string(),
});

const InvoiceEvent = z.object({
  id: z.number(),
  reference: z.string(),
  invoice_name: z.string(),
  /** 1 unpaid, 2 paid, 3 canceled, 4 expired. */
  status: z.number(),
  /** Of each customer, in the invoice's currency. */
  total_amount: z.number(),
  currency: z.string(),
  customers: z.number(),
  paid: z.number(),
  due_date: z.string(),
});

const LinkEvent = z.object({
  id: z.number(),
  reference: z.string(),
  invoice_name: z.string(),
  /** 1 inactive, 2 active, 3 expired. */
  status: z.number(),
  total_amount: z.number(),
  currency: z.string(),
  paid: z.number(),
  max_payment_count: z.number(),
  due_date: z.string(),
});

const OrderEvent = z.object({
  id: z.number(),
  reference: z.string(),
  /** `PAID` or `UNPAID`. */
  status: z.string(),
  total_amount: z.number(),
  currency: z.string(),
  customer: Payer,
});

/** Every event that can be sent to a merchant's server, and its payload. */
export const WEBHOOK_EVENTS = {
  'payment.succeeded': PaymentEvent,
  'payment.failed': PaymentEvent,
  'payment.canceled': PaymentEvent,
  'payment.expired': PaymentEvent,
  'refund.succeeded': RefundEvent,
  'refund.failed': RefundEvent,
  'payout.requested': PayoutEvent,
  'payout.handed-over': PayoutEvent,
  'payout.expired': PayoutEvent,
  'payout.returned': PayoutEvent,
  'settlement.made': SettlementEvent,
  'settlement.paid': SettlementPaidEvent,
  'chargeback.opened': ChargebackEvent,
  'chargeback.applied': ChargebackEvent,
  'chargeback.withdrawn': ChargebackEvent,
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

/** Where an event stands: 1 on its way (first time or again), 2 delivered, 3 given up. */
export const WEBHOOK_STATE = { pending: 1, delivered: 2, failed: 3 } as const;

export const WEBHOOK_SORTS = ['id', 'created_at', 'type', 'state'] as const;

export const WebhookEventRow = z.object({
  id: z.number(),
  /** `webhook-id` of every try. */
  message_id: z.string(),
  type: z.string(),
  state: z.number(),
  attempts: z.number(),
  /** HTTP status of the last try; null when there was no answer, or no try yet. */
  last_status: z.nullable(z.number()),
  created_at: z.string(),
  next_attempt_at: z.nullable(z.string()),
});
export type WebhookEventRow = z.output<typeof WebhookEventRow>;

const WebhookAttempt = z.object({
  id: z.number(),
  at: z.string(),
  url: z.string(),
  /** What was sent besides the body, signature included. */
  headers: z.record(z.string(), z.string()),
  status: z.nullable(z.number()),
  /** The beginning of the answer's body. */
  reply: z.string(),
  /** Why there was no answer: a key of `webhooks:error`, or empty. */
  error: z.string(),
  milliseconds: z.number(),
});
export type WebhookAttempt = z.output<typeof WebhookAttempt>;

const WebhookEvent = z.extend(WebhookEventRow, {
  /** The body, byte for byte. */
  payload: z.string(),
  /** The newest twenty tries, newest first. */
  tries: z.array(WebhookAttempt),
});
export type WebhookEvent = z.output<typeof WebhookEvent>;

const WebhookSecret = z.object({
  /** `whsec_…`: what every message of this mode is signed with. */
  secret: z.string(),
  created_at: z.string(),
  /** Until when the secret before signs too; null when there is none. */
  previous_until: z.nullable(z.string()),
  /** Where messages go; null while no callback address is set. */
  url: z.nullable(z.string()),
  /** That address answered 410 and is sent nothing until a test or a resend reaches it, or it is changed. */
  is_stopped: z.boolean(),
});
export type WebhookSecret = z.output<typeof WebhookSecret>;

/** Hours during which the old secret still signs beside the new one. */
export const GRACE_HOURS = [0, 1, 24, 72] as const;

const access = 'payment-methods-settings';

export const webhooks = defineEndpoints({
  list: {
    method: 'GET',
    path: '/merchant/webhooks/events',
    base: 'mode',
    access,
    query: listQuery({
      dialect: 'snake',
      sort: WEBHOOK_SORTS,
      filters: {
        type: z.optional(z.enum(WEBHOOK_EVENT_TYPES, { error: 'Invalid' })),
        state: z.optional(oneOf([1, 2, 3])),
        /** A message id, whole. */
        message_id: z.optional(z.string().check(z.maxLength(64))),
        date_from: z.optional(Day),
        date_to: z.optional(Day),
      },
      ranges: [['date_from', 'date_to']],
    }),
    reply: list(WebhookEventRow),
  },
  details: {
    method: 'GET',
    path: '/merchant/webhooks/events/:id',
    base: 'mode',
    access,
    params: IdParams,
    reply: data(WebhookEvent),
  },
  /** Sends the same message once more, now; also one that was delivered or given up. */
  resend: {
    method: 'POST',
    path: '/merchant/webhooks/events/:id/resend',
    base: 'mode',
    access,
    params: IdParams,
    reply: done,
  },
  /** Sends `webhook.test` to the callback address. */
  test: {
    method: 'POST',
    path: '/merchant/webhooks/test',
    base: 'mode',
    access,
    reply: data(z.object({ id: z.number(), message_id: z.string() })),
  },
  secret: {
    method: 'GET',
    path: '/merchant/AccountSettings/WebhookSecret',
    base: 'mode',
    access,
    reply: data(WebhookSecret),
  },
  /** Draws a new secret; for `grace_hours` (24 unless told) both sign. */
  rotate: {
    method: 'POST',
    path: '/merchant/AccountSettings/WebhookSecret/rotate',
    base: 'mode',
    access,
    body: z.object({ grace_hours: z.optional(oneOf(GRACE_HOURS)), ...stepUpFields }),
    stepUp: 'always',
    reply: data(WebhookSecret),
  },
});
