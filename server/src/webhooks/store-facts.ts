/** Payloads of events about payments, invoices, links and orders, read after the change that caused them. */

import type { WebhookEventData } from '@daftar/contract/event-payloads';
import type { Metadata } from '@daftar/contract/integration-fields';
import { CURRENCY, type CurrencyCode, PAYMENT_METHODS } from '@daftar/contract/lookups';
import { toPounds } from '@daftar/contract/money';
import { type Fulfilment, ORDER_STATUS } from '@daftar/contract/orders';
import {
  type OwnRow,
  ownColumns,
  ownOf,
  payableMetadata,
  payableReference,
} from '../integration-fields/fields.ts';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';

interface PaymentFacts {
  id: number;
  reference: string;
  status: number;
  subtotal: number;
  total: number;
  currency: string;
  charged: number;
  value: number;
  fee: number;
  vat: number;
  net: number;
  method: number | null;
  sourceKind: string;
  sourceId: number | null;
  sourceName: string;
  sourceReference: string | null;
  sourceOwnReference: string | null;
  sourceMetadata: Metadata;
  name: string;
  email: string;
  mobile: string;
  brand: string | null;
  last4: string | null;
  flags: string[];
  failure: string | null;
  createdAt: Date;
  paidAt: Date | null;
}

/** Returns the payload of `payment.…` events. */
export async function paymentFacts(
  db: Db,
  scope: Scope,
  id: number,
): Promise<WebhookEventData<'payment.succeeded'> | null> {
  const [row] = await db<PaymentFacts[]>`
    select id, reference, status, subtotal, total, currency, charged_piastres as charged, value_piastres as value, fee_piastres as fee,
           vat_piastres as vat, net_piastres as net, payment_method as method, source_kind as "sourceKind",
           source_id as "sourceId", source_name as "sourceName", source_reference as "sourceReference",
           ${payableReference(db)} as "sourceOwnReference", ${payableMetadata(db)} as "sourceMetadata",
           customer_name as name, customer_email as email, customer_mobile as mobile, card_brand as brand,
           card_last4 as last4, flags, failure_reason as failure, created_at as "createdAt", paid_at as "paidAt"
      from transactions t where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.id = ${id}`;
  if (!row) return null;
  return {
    id: row.id,
    reference: row.reference,
    status: row.status,
    subtotal: toPounds(row.subtotal),
    total_amount: toPounds(row.total),
    currency: row.currency,
    charged_amount: toPounds(row.charged),
    value: toPounds(row.value),
    fee: toPounds(row.fee),
    vat: toPounds(row.vat),
    net: toPounds(row.net),
    payment_method: methodOf(row.method),
    source: {
      kind: row.sourceKind,
      id: row.sourceId,
      name: row.sourceName,
      reference: row.sourceReference,
      merchant_reference: row.sourceOwnReference,
      metadata: row.sourceMetadata,
    },
    customer: { name: row.name, email: row.email, mobile: row.mobile },
    card: row.brand && row.last4 ? { brand: row.brand, last4: row.last4 } : null,
    flags: row.flags,
    failure_reason: row.failure,
    created_at: row.createdAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
  };
}

/** Returns a method as in API replies, without its name, which depends on the language. */
function methodOf(id: number | null) {
  const found = PAYMENT_METHODS.find((each) => each.id === id);
  return found ? { id: found.id, code: found.code } : null;
}

interface OrderFacts extends OwnRow {
  id: number;
  reference: string;
  status: number;
  fulfilment: Fulfilment;
  amount: number;
  name: string;
  email: string;
  mobile: string;
}

interface PayableFacts<Due = Date, Most = number> extends OwnRow {
  id: number;
  reference: string;
  name: string;
  status: number;
  total: number;
  currency: CurrencyCode;
  most: Most;
  paid: number;
  dueAt: Due;
}

interface LinkFacts extends PayableFacts<Date | null, number | null> {
  minAmount: number | null;
  maxAmount: number | null;
  minQuantity: number;
  maxQuantity: number;
}

/** Returns the payload of `invoice.…` events. */
export async function invoiceFacts(
  db: Db,
  scope: Scope,
  id: number,
): Promise<WebhookEventData<'invoice.paid'> | null> {
  const [row] = await db<PayableFacts[]>`
    select id, reference, invoice_name as name, status, total, currency, customers_count as most, paid_count as paid,
           due_at as "dueAt", ${ownColumns(db)}
      from invoices t where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and id = ${id}`;
  if (!row) return null;
  return { ...commonOf(row), customers_count: row.most, due_date: row.dueAt.toISOString() };
}

/** Returns the payload of `payment-link.…` events. */
export async function linkFacts(
  db: Db,
  scope: Scope,
  id: number,
): Promise<WebhookEventData<'payment-link.closed'> | null> {
  const [row] = await db<LinkFacts[]>`
    select id, reference, invoice_name as name, status, total, currency,
           nullif(max_payment_count, 2147483647) as most, paid_count as paid, nullif(due_at, 'infinity') as "dueAt",
           min_amount as "minAmount", max_amount as "maxAmount", min_quantity as "minQuantity",
           max_quantity as "maxQuantity", ${ownColumns(db)}
      from payment_links t where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and id = ${id}`;
  if (!row) return null;
  return {
    ...commonOf(row),
    max_payment_count: row.most,
    due_date: row.dueAt?.toISOString() ?? null,
    min_amount: row.minAmount === null ? null : toPounds(row.minAmount),
    max_amount: row.maxAmount === null ? null : toPounds(row.maxAmount),
    min_quantity: row.minQuantity,
    max_quantity: row.maxQuantity,
  };
}

/** Returns the payload of `order.…` events. */
export async function orderFacts(
  db: Db,
  scope: Scope,
  id: number,
): Promise<WebhookEventData<'order.paid'> | null> {
  const [row] = await db<OrderFacts[]>`
    select id, reference, status, fulfilment, amount_piastres as amount, customer_name as name, customer_email as email,
           customer_mobile as mobile, ${ownColumns(db)}
      from orders t where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and id = ${id}`;
  if (!row) return null;
  return {
    id: row.id,
    reference: row.reference,
    status: row.status === ORDER_STATUS.paid ? 'PAID' : 'UNPAID',
    fulfilment: row.fulfilment,
    amount: toPounds(row.amount),
    currency: 'EGP',
    customer_name: row.name,
    customer_email: row.email,
    customer_phone: row.mobile,
    ...ownOf(row),
  };
}

const commonOf = (row: PayableFacts<Date | null, number | null>) => ({
  id: row.id,
  reference: row.reference,
  invoice_name: row.name,
  status: row.status,
  total_amount: toPounds(row.total),
  currency: { id: CURRENCY[row.currency], code: row.currency },
  paid_count: row.paid,
  ...ownOf(row),
});
