/**
 * Changes of the `data` of events in each API version, and functions that undo them. Events are written in the newest
 * form; for readers of an older version, each later change is undone.
 */

import type { WebhookEventData } from './event-payloads.ts';
import { type ApiVersion, LATEST_VERSION } from './versions.ts';

type Data = Record<string, unknown>;
type Undo<T> = (data: T) => Data;

interface EventChange {
  version: ApiVersion;
  /**
   * Undo functions by object, the part of the event type before the dot. They also remove fields added since, so that
   * an older version stays exactly the same.
   */
  undo: Readonly<Record<string, Undo<never>>>;
}

const payment: Undo<WebhookEventData<'payment.succeeded'>> = (data) => ({
  id: data.id,
  reference: data.reference,
  status: data.status,
  amount: data.charged_amount,
  value: data.value,
  fee: data.fee,
  vat: data.vat,
  net: data.net,
  currency: 'EGP',
  payment_method: data.payment_method?.id ?? null,
  source: data.source,
  customer: data.customer,
  card: data.card,
  flags: data.flags,
  failure_reason: data.failure_reason,
  created_at: data.created_at,
  paid_at: data.paid_at,
});

const refund: Undo<WebhookEventData<'refund.succeeded'>> = ({ state: _, ...data }) => data;

const payout: Undo<WebhookEventData<'payout.requested'>> = ({
  state: _,
  transaction_reference: __,
  ...data
}) => data;

const chargeback: Undo<WebhookEventData<'chargeback.opened'>> = ({
  status: _,
  transaction_reference: __,
  ...data
}) => data;

/** The first fields of invoices and links. */
const payable = (data: WebhookEventData<'invoice.created'> | WebhookEventData<'payment-link.created'>) => ({
  id: data.id,
  reference: data.reference,
  invoice_name: data.invoice_name,
  status: data.status,
  total_amount: data.total_amount,
  currency: data.currency.code,
  paid: data.paid_count,
  merchant_reference: data.merchant_reference,
  metadata: data.metadata,
});

const invoice: Undo<WebhookEventData<'invoice.created'>> = (data) => ({
  ...payable(data),
  customers: data.customers_count,
  due_date: data.due_date,
});

const link: Undo<WebhookEventData<'payment-link.created'>> = (data) => ({
  ...payable(data),
  max_payment_count: data.max_payment_count,
  due_date: data.due_date,
  min_amount: data.min_amount,
  max_amount: data.max_amount,
  min_quantity: data.min_quantity,
  max_quantity: data.max_quantity,
});

const order: Undo<WebhookEventData<'order.created'>> = (data) => ({
  id: data.id,
  reference: data.reference,
  status: data.status,
  total_amount: data.amount,
  currency: data.currency,
  customer: { name: data.customer_name, email: data.customer_email, mobile: data.customer_phone },
  merchant_reference: data.merchant_reference,
  metadata: data.metadata,
});

/** Newest first. */
const EVENT_CHANGES: readonly EventChange[] = [
  // Names and forms as in the calls that read the same object.
  {
    version: '2026-11-27',
    undo: { payment, refund, payout, chargeback, invoice, 'payment-link': link, order },
  },
];

/** Lists the kinds of objects whose events have changed in a version later than this one. */
export const objectsChangedSince = (version: ApiVersion): string[] => [
  ...new Set(EVENT_CHANGES.filter((each) => version < each.version).flatMap(({ undo }) => Object.keys(undo))),
];

/** An event's `data` and its version. */
export interface VersionedData {
  data: Data;
  version: ApiVersion;
}

/**
 * Converts `data` for readers of a version. Events written before that version existed keep their own version, which
 * the result names: no values are made up.
 */
export function dataIn(
  type: string,
  { data, version: from }: VersionedData,
  to: ApiVersion,
  changes: readonly EventChange[] = EVENT_CHANGES,
): VersionedData {
  if (from <= to) return { data, version: from };
  const object = type.slice(0, type.indexOf('.'));
  const told = changes
    .filter(({ version }) => to < version && version <= from)
    .reduce((sofar, { undo }) => undo[object]?.(sofar as never) ?? sofar, data);
  return { data: told, version: to };
}

/** Marks `data` as being in the newest version. */
export const newest = (data: object): VersionedData => ({ data: data as Data, version: LATEST_VERSION });
