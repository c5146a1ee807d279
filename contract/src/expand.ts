/**
 * Which related objects a reply carries when a call asks for them by `expand`: under `expanded` of each row, as their own list
 * shows them, one step deep. This alone says what can be asked for; parameter, serializer, description and SDKs follow from it.
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

/** The parameter of a query that names what is wanted, and the field of a row that has it. */
export const EXPAND = 'expand';
export const EXPANDED = 'expanded';

/** The most related objects of one row that are carried where there can be many: the newest, or an invoice's first customers. */
export const EXPANDED_MAXIMUM = 10;

/** Objects that are carried, and the call that reads one: who may not make that call does not get the object here either. */
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

/** A related object, null without one; or a list of them. */
export interface Relation {
  kind: ExpandedKind;
  isMany: boolean;
}

const one = (kind: ExpandedKind): Relation => ({ kind, isMany: false });
const many = (kind: ExpandedKind): Relation => ({ kind, isMany: true });

/** What each object can be expanded by. */
export const RELATIONS = {
  chargeback: { transaction: one('transaction') },
  invoice: { customers: many('customer'), transactions: many('transaction') },
  order: { customer: one('customer'), transaction: one('transaction') },
  'payment-link': { transactions: many('transaction') },
  payout: { transaction: one('transaction') },
  refund: { transaction: one('transaction') },
  transaction: {
    customer: one('customer'),
    /** Of what it pays for: one of these three, the others are null. */
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

/** What a call can be asked to expand. */
export interface Expandable {
  kind: ExpandableKind;
  relations: Readonly<Record<string, Relation>>;
  /** The reply with `expanded` in each row. */
  reply: Reply;
  /** Of `expanded`. */
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

/** @returns undefined for a call that carries nothing else. */
export const expandableOf = (endpoint: Endpoint): Expandable | undefined => EXPANDABLE.get(endpoint);

/** `expand=customer,refunds`, and the forms of lists that HTTP clients write: `expand[]=customer&expand[]=refunds`. */
const ASKED = /^expand(?:\[\d{0,2}\])?$/;

/** What a query asks to be expanded, with the rest of it. */
export interface Asked {
  names: string[];
  rest: Readonly<Record<string, unknown>>;
  errors: FieldMessages;
}

/** Takes `expand` out of a query. */
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
