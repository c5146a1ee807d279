import { type ExpandableKind, type ExpandedKind, RELATIONS, type Relation } from '@daftar/contract/expand';
import { readChargebacks } from '../chargebacks/service.ts';
import { readCustomers } from '../customers/service.ts';
import { readInvoices } from '../invoices/service.ts';
import { readOrders } from '../orders/service.ts';
import { readLinks } from '../payment-links/service.ts';
import { readPayouts } from '../payouts/service.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Expand } from '../platform/http/expand.ts';
import { readRefunds } from '../refunds/service.ts';
import { readSettlements } from '../settlements/service.ts';
import { readTransactions } from '../transactions/service.ts';
import {
  customersOfInvoices,
  ofPayments,
  type Pair,
  type Pairs,
  paidBy,
  paymentsFor,
  paymentsOfOrders,
  settlementsOf,
} from './store.ts';

type Read = (app: App, caller: Caller, ids: readonly number[]) => Promise<Map<number, object>>;

const READERS: Record<ExpandedKind, Read> = {
  chargeback: readChargebacks,
  customer: readCustomers,
  invoice: readInvoices,
  order: readOrders,
  'payment-link': readLinks,
  payout: readPayouts,
  refund: readRefunds,
  settlement: readSettlements,
  transaction: readTransactions,
};

/** Relations whose id is in the row itself. */
type OfRow = { inRow: (row: { id: number }) => number | null | undefined };

const inRow = <Row>(idOf: (row: Row) => number | null) => ({ inRow: idOf }) as unknown as OfRow;
const itsPayment = inRow((row: { transaction_id: number }) => row.transaction_id);

const SOURCES: { [Kind in ExpandableKind]: Record<keyof (typeof RELATIONS)[Kind], Pairs | OfRow> } = {
  chargeback: { transaction: itsPayment },
  invoice: { customers: customersOfInvoices, transactions: paymentsFor('invoice') },
  order: {
    customer: inRow((row: { customer_id: number | null }) => row.customer_id),
    transaction: paymentsOfOrders,
  },
  'payment-link': { transactions: paymentsFor('payment-link') },
  payout: { transaction: itsPayment },
  refund: { transaction: itsPayment },
  transaction: {
    customer: inRow((row: { customer: { id: number | null } }) => row.customer.id),
    payment_link: paidBy('payment-link'),
    invoice: paidBy('invoice'),
    order: paidBy('order'),
    payout: inRow((row: { payout_id: number | null }) => row.payout_id),
    settlement: settlementsOf,
    refunds: ofPayments('refunds'),
    chargebacks: ofPayments('chargebacks'),
  },
};

function pairsInRows(rows: readonly { id: number }[], idOf: OfRow['inRow']): Pair[] {
  return rows.flatMap((row) => {
    const id = idOf(row);
    return id == null ? [] : [{ rowId: row.id, id }];
  });
}

/** Reads the objects of one relation by row, with at most two queries for any number of rows. */
async function related(
  app: App,
  caller: Caller,
  source: Pairs | OfRow,
  { kind }: Relation,
  rows: readonly { id: number }[],
): Promise<Map<number, object[]>> {
  const rowIds = rows.map(({ id }) => id);
  const pairs = 'inRow' in source ? pairsInRows(rows, source.inRow) : await source(app.db, caller, rowIds);
  const ids = [...new Set(pairs.map(({ id }) => id))];
  const objects = ids.length > 0 ? await READERS[kind](app, caller, ids) : new Map<number, object>();
  const byRow = new Map<number, object[]>();
  for (const { rowId, id } of pairs) {
    const object = objects.get(id);
    if (object) byRow.set(rowId, [...(byRow.get(rowId) ?? []), object]);
  }
  return byRow;
}

/** Reads the related objects of rows of a kind, each relation for all rows at once. */
export const expand: Expand = async (app, caller, kind, names, rows) => {
  const relations: Readonly<Record<string, Relation>> = RELATIONS[kind];
  const sources: Readonly<Record<string, Pairs | OfRow>> = SOURCES[kind];
  const found = rows.map((): Record<string, unknown> => ({}));
  for (const name of names) {
    const relation = relations[name]!;
    const byRow = await related(app, caller, sources[name]!, relation, rows);
    for (const [at, { id }] of rows.entries()) {
      const objects = byRow.get(id) ?? [];
      found[at]![name] = relation.isMany ? objects : (objects[0] ?? null);
    }
  }
  return found;
};
