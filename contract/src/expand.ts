/**
 * Related objects that a reply includes on request by `expand`: under `expanded` of each row, in the form of their own
 * list, one level deep. This file is the only source; the query parameter, serializer, description and SDKs are derived
 * from it.
 */
import * as z from 'zod/mini';
import { ChargebackRow, chargebacks } from './chargebacks.ts';
import { Customer, customers } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import type { Reply } from './envelope.ts';
import { InvoiceRow, invoices } from './invoices.ts';
import { OrderRow, orders } from './orders.ts';
import { PaymentLinkRow, paymentLinks } from './payment-links.ts';
import { PayoutRow, payouts } from './payouts.ts';
import { ListedRefund, refunds } from './refunds.ts';
import type { Schema } from './schema.ts';
import { SettlementRow, settlements } from './settlements.ts';
import { TransactionRow, transactions } from './transactions.ts';
import type { FieldMessages } from './validate.ts';

/** The query parameter that names the relations, and the field of a row that contains the objects. */
export const EXPAND = 'expand';
export const EXPANDED = 'expanded';

/** Maximum number of related objects per row: the newest, or the first customers of an invoice. */
export const EXPANDED_MAXIMUM = 10;

/**
 * Objects that can be included, and the call that reads one: callers who may not make that call do not get the object
 * here either.
 */
export const EXPANDED_KINDS = {
  chargeback: { row: ChargebackRow, read: chargebacks.details },
  customer: { row: Customer, read: customers.details },
  invoice: { row: InvoiceRow, read: invoices.details },
  order: { row: OrderRow, read: orders.details },
  'payment-link': { row: PaymentLinkRow, read: paymentLinks.details },
  payout: { row: PayoutRow, read: payouts.details },
  refund: { row: ListedRefund, read: refunds.details },
  settlement: { row: SettlementRow, read: settlements.details },
  transaction: { row: TransactionRow, read: transactions.details },
} as const satisfies Record<string, { row: Schema; read: Endpoint }>;
export type ExpandedKind = keyof typeof EXPANDED_KINDS;

/** A related object, null if there is none; or a list of them. */
export interface Relation {
  kind: ExpandedKind;
  isMany: boolean;
}

const one = (kind: ExpandedKind): Relation => ({ kind, isMany: false });
const many = (kind: ExpandedKind): Relation => ({ kind, isMany: true });

/** The relations by which each object can be expanded. */
export const RELATIONS = {
  chargeback: { transaction: one('transaction') },
  invoice: { customers: many('customer'), transactions: many('transaction') },
  order: { customer: one('customer'), transaction: one('transaction') },
  'payment-link': { transactions: many('transaction') },
  payout: { transaction: one('transaction') },
  refund: { transaction: one('transaction') },
  transaction: {
    customer: one('customer'),
    /** The payable of the transaction: one of these three, the others are null. */
    payment_link: one('payment-link'),
    invoice: one('invoice'),
    order: one('order'),
    payout: one('payout'),
    settlement: one('settlement'),
    refunds: many('refund'),
    chargebacks: many('chargeback'),
  },
} as const satisfies Partial<Record<ExpandedKind, Record<string, Relation>>>;
export type ExpandableKind = keyof typeof RELATIONS;

const CALLS = new Map<Endpoint, ExpandableKind>([
  [chargebacks.list, 'chargeback'],
  [chargebacks.details, 'chargeback'],
  [invoices.list, 'invoice'],
  [invoices.details, 'invoice'],
  [orders.list, 'order'],
  [orders.details, 'order'],
  [paymentLinks.list, 'payment-link'],
  [paymentLinks.details, 'payment-link'],
  [payouts.list, 'payout'],
  [payouts.details, 'payout'],
  [refunds.list, 'refund'],
  [refunds.details, 'refund'],
  [transactions.list, 'transaction'],
  [transactions.details, 'transaction'],
]);

/** The relations that a call can expand. */
export interface Expandable {
  kind: ExpandableKind;
  relations: Readonly<Record<string, Relation>>;
  /** The reply with `expanded` in each row. */
  reply: Reply;
  /** Schema of `expanded`. */
  schema: Schema;
}

const EXPANDABLE = new Map(
  [...CALLS].map(([endpoint, kind]): [Endpoint, Expandable] => {
    const relations: Readonly<Record<string, Relation>> = RELATIONS[kind];
    const schema = z.object(
      Object.fromEntries(
        Object.entries(relations).map(([name, { kind: of, isMany }]) => {
          const { row } = EXPANDED_KINDS[of];
          return [name, z.optional(isMany ? z.array(row) : z.nullable(row))];
        }),
      ),
    );
    const { shape } = endpoint.reply.schema as z.ZodMiniObject;
    const reply = { ...endpoint.reply, schema: z.object({ ...shape, [EXPANDED]: schema }) };
    return [endpoint, { kind, relations, reply, schema }];
  }),
);

/** @returns undefined for a call without relations. */
export const expandableOf = (endpoint: Endpoint): Expandable | undefined => EXPANDABLE.get(endpoint);

/** `expand=customer,refunds`, and the forms of lists that HTTP clients write: `expand[]=customer&expand[]=refunds`. */
const ASKED = /^expand(?:\[\d{0,2}\])?$/;

/** The relations requested by a query, and the rest of the query. */
export interface Asked {
  names: string[];
  rest: Readonly<Record<string, unknown>>;
  errors: FieldMessages;
}

/** Extracts `expand` from a query. */
export function askedExpand(query: Readonly<Record<string, unknown>>, { relations }: Expandable): Asked {
  if (!Object.keys(query).some((name) => name.startsWith(EXPAND)))
    return { names: [], rest: query, errors: {} };
  const entries = Object.entries(query);
  const isExpand = ([name]: [string, unknown]) => ASKED.test(name);
  const given = entries
    .filter(isExpand)
    .flatMap(([, value]) => [value].flat().map(String))
    .flatMap((text) => text.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const isKnown = given.every((name) => Object.hasOwn(relations, name));
  const params = { names: Object.keys(relations).join(', ') };
  return {
    names: [...new Set(given)],
    rest: Object.fromEntries(entries.filter((entry) => !isExpand(entry))),
    errors: isKnown ? {} : { [EXPAND]: [{ key: 'UnknownExpand', params }] },
  };
}
