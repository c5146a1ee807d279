import { categories } from '@daftar/contract/categories';
import { chargebacks } from '@daftar/contract/chargebacks';
import { customers } from '@daftar/contract/customers';
import type { Endpoint } from '@daftar/contract/endpoint';
import { invoices } from '@daftar/contract/invoices';
import { paymentLinks } from '@daftar/contract/payment-links';
import { payouts } from '@daftar/contract/payouts';
import { products } from '@daftar/contract/products';
import { refunds } from '@daftar/contract/refunds';
import { simulator } from '@daftar/contract/simulator';
import { transactions } from '@daftar/contract/transactions';

/** The object that a call creates or concerns, and whether its id is in the reply or the path. */
type About = readonly [endpoint: Endpoint, object: string, id: 'reply' | 'path'];

const ABOUT: readonly About[] = [
  [paymentLinks.create, 'payment-link', 'reply'],
  [paymentLinks.details, 'payment-link', 'path'],
  [paymentLinks.deactivate, 'payment-link', 'path'],
  [invoices.create, 'invoice', 'reply'],
  [invoices.details, 'invoice', 'path'],
  [invoices.deactivate, 'invoice', 'path'],
  [customers.create, 'customer', 'reply'],
  [transactions.details, 'transaction', 'path'],
  [refunds.create, 'transaction', 'path'],
  [payouts.request, 'payout', 'reply'],
  [chargebacks.details, 'chargeback', 'path'],
  [products.create, 'product', 'reply'],
  [categories.create, 'category', 'reply'],
  [simulator.transaction, 'transaction', 'path'],
];
const byCall = new Map(ABOUT.map(([{ method, path }, object, id]) => [`${method} ${path}`, { object, id }]));

/**
 * Returns the object that a successful call created or concerned.
 * @param route the pattern of its path, without the base
 */
export function objectOf(
  method: string,
  route: string,
  { params, reply }: { params: unknown; reply: unknown },
): { object: string; id: number } | null {
  const about = byCall.get(`${method} ${route}`);
  if (!about) return null;
  const data = (reply as { data?: { id?: unknown } } | undefined)?.data;
  const id = Number(about.id === 'path' ? (params as { id?: unknown }).id : data?.id);
  return Number.isSafeInteger(id) && id > 0 ? { object: about.object, id } : null;
}
