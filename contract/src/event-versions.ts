/**
 * What each version of the API changed of the `data` of events, and how to say the same to those who read the version before. Events are
 * written in the newest form; whoever reads an older one gets each later change undone.
 */

import type { WebhookEventData } from './event-payloads.ts';
import { type ApiVersion, LATEST_VERSION } from './versions.ts';

type Data = Record<string, unknown>;
type Undo<T> = (data: T) => Data;

interface EventChange {
  version: ApiVersion;
  /** By what is before the dot of a type. What was only added since is taken out as well: a version stays as it was to the letter. */
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

/** The beginning of an invoice and a link. */
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
  // Names and forms of the calls that read the same object.
  {
    version: '2026-11-27',
    undo: { payment, refund, payout, chargeback, invoice, 'payment-link': link, order },
  },
];

/** Kinds of objects whose events a later version than this one says otherwise. */
export const objectsChangedSince = (version: ApiVersion): string[] => [
  ...new Set(EVENT_CHANGES.filter((each) => version < each.version).flatMap(({ undo }) => Object.keys(undo))),
];

/** An event's `data` and the version that it is in. */
export interface VersionedData {
  data: Data;
  version: ApiVersion;
}

/**
 * `data` as readers of a version know it. What was written before that version existed stays in its own, which the result names:
 * nothing that was not known then is made up.
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

/** `data` as it is written now. */
export const newest = (data: object): VersionedData => ({ data: data as Data, version: LATEST_VERSION });
