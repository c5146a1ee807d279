import { toPounds } from '@daftar/contract/money';
import type { Permission } from '@daftar/contract/permissions';
import { type Found, type FoundKind, MIN_LETTERS_FOUND } from '@daftar/contract/search';
import type { App, Caller } from '../platform/context.ts';
import { typedText } from '../platform/lists/search.ts';
import * as store from './store.ts';

/** The permissions, any of which opens a result; other kinds are not searched. */
const NEEDED: Readonly<Record<FoundKind, readonly Permission[]>> = {
  transaction: ['view-transaction-details'],
  invoice: ['view-invoice-details'],
  'payment-link': ['view-pay-link-details'],
  customer: ['view-customer-details'],
  order: ['view-order-details'],
  // A product's page is its form.
  product: ['add-product', 'edit-product'],
  ticket: ['view-ticket'],
};

/** Searches the caller's data, a few results of each kind, newest first. */
export async function find(app: App, caller: Caller, typed: string): Promise<Found[]> {
  if (typedText(typed).length < MIN_LETTERS_FOUND) return [];
  const meaning = store.meaningOf(typed);
  const now = app.clock.now();
  const looks: Readonly<Record<FoundKind, () => Promise<store.FoundRow[]>>> = {
    transaction: () => store.findTransactions(app.db, caller, meaning),
    invoice: () => store.findInvoices(app.db, caller, meaning, now),
    'payment-link': () => store.findLinks(app.db, caller, meaning, now),
    customer: () => store.findCustomers(app.db, caller, meaning),
    order: () => store.findOrders(app.db, caller, meaning),
    product: () => store.findProducts(app.db, caller, meaning),
    ticket: () => store.findTickets(app.db, caller, meaning),
  };
  const found = await Promise.all(
    (Object.keys(looks) as FoundKind[]).map(async (kind) => {
      if (!NEEDED[kind].some((each) => caller.permissions.has(each))) return [];
      return (await looks[kind]()).map((row) => foundOf(kind, row));
    }),
  );
  return found.flat();
}

const foundOf = (kind: FoundKind, row: store.FoundRow): Found => ({
  kind,
  id: row.id,
  title: row.title,
  reference: row.reference,
  amount: row.total === null ? null : toPounds(row.total),
  currency: row.currency,
  status: row.status,
  payout_state: row.payoutState ?? null,
  payout_id: row.payoutId ?? null,
  created_at: row.createdAt.toISOString(),
});
