import { ATTEMPT_HOLD_MINUTES } from '@daftar/contract/checkout';
import { MAX_PIASTRES } from '@daftar/contract/money';
import type { App, Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { PartlyFailed } from '../platform/jobs/batches.ts';
import { newReference, newToken } from '../platform/references.ts';
import { CashHeld } from './errors.ts';
import { announceOrder } from './messages.ts';
import { dueAt, maxHeldUnpaid, priceOf } from './rules.ts';
import { releaseDueOrders } from './stock.ts';
import { getOrder } from './store.ts';
import {
  findSubmitted,
  heldUnpaid,
  insertOrder,
  lockCashOrders,
  lockProducts,
  type OfferedProduct,
  secureStock,
} from './store-place.ts';

/** A shopper's purchase. */
export interface Purchase {
  lines: { productId: number; quantity: number }[];
  /** The total shown on the page. */
  expectedPiastres: number;
  customer: { name: string; email: string; mobile: string; address: string };
  payment: 'now' | 'delivery';
  language: 1 | 2;
  /** The key of the form; submitting it twice makes one order. */
  submissionKey: string;
  /** For unpaid orders: the number is confirmed, and how many orders on delivery it may have open. */
  stranger?: { isConfirmed: boolean; openOrders: number };
}

/** The order's token, or `changed` when a price or the available stock differs from that shown on the page. */
export type Placed = { token: string; isNew: boolean } | 'changed';

/**
 * Places an order at current prices, with all of its pieces or not at all. Online orders reserve them for 15 minutes,
 * orders on delivery take them from stock at once. Two buyers of the last piece wait for each other's row lock, and
 * the second is refused. Orders without a confirmed number or a payment together hold at most half of a product, and
 * so do those of one confirmed number; a further order is placed without pieces, which it gets when its payment
 * starts or the merchant accepts it.
 * @throws CashHeld when the number has too many orders on delivery
 */
export async function placeOrder(app: App, scope: Scope, purchase: Purchase): Promise<Placed> {
  const now = app.clock.now();
  await releaseDueOrders(app, scope).catch((error: unknown) => {
    // The failure is logged; another order's stock must not refuse this one.
    if (!(error instanceof PartlyFailed)) throw error;
  });
  return transaction(app.db, async (tx) => {
    const before = await findSubmitted(tx, scope, purchase.submissionKey);
    if (before) return { token: before.token, isNew: false };
    const products = await lockProducts(
      tx,
      scope,
      purchase.lines.map(({ productId }) => productId),
    );
    const items = purchase.lines.flatMap(({ productId, quantity }) => {
      const product = products.find(({ id }) => id === productId);
      return product && product.available >= quantity ? [{ product, quantity }] : [];
    });
    const amountPiastres = priceOf(items.map(({ product, quantity }) => ({ ...product, quantity })));
    const isAsShown =
      items.length === purchase.lines.length &&
      amountPiastres === purchase.expectedPiastres &&
      amountPiastres <= MAX_PIASTRES;
    if (!isAsShown || items.length === 0) return 'changed';
    const holds = await holdsPieces(tx, scope, purchase, items, now);
    const token = newToken();
    const order = {
      reference: newReference('ORD'),
      token,
      submissionKey: purchase.submissionKey,
      payment: purchase.payment,
      phoneConfirmed: purchase.stranger?.isConfirmed ?? false,
      amountPiastres,
      customer: purchase.customer,
      language: purchase.language,
      dueAt: dueAt(now, purchase.payment),
      items,
    };
    const id = await insertOrder(tx, scope, order, now);
    if (id === null) {
      const first = await findSubmitted(tx, scope, purchase.submissionKey);
      return { token: first!.token, isNew: false };
    }
    const until = purchase.payment === 'now' ? new Date(now.getTime() + ATTEMPT_HOLD_MINUTES * 60_000) : null;
    if (holds && !(await secureStock(tx, scope, id, until))) {
      throw new Error(`order ${id}: pieces went although their rows were locked`);
    }
    const placed = await getOrder(tx, scope, id);
    await announceOrder(app, tx, placed, { isConfirmed: purchase.stranger?.isConfirmed ?? true });
    return { token, isNew: true };
  });
}

/** Returns whether an order holds its pieces from the start. @throws CashHeld when it may not be placed at all */
async function holdsPieces(
  tx: Tx,
  scope: Scope,
  { customer, payment, stranger }: Purchase,
  items: readonly { product: OfferedProduct; quantity: number }[],
  now: Date,
): Promise<boolean> {
  if (!stranger) return true;
  if (payment === 'delivery') {
    const open = await lockCashOrders(tx, scope, customer.mobile, now);
    if (open >= stranger.openOrders) throw new CashHeld();
  }
  const isConfirmed = payment === 'delivery' && stranger.isConfirmed;
  const ids = items.map(({ product }) => product.id);
  // An unconfirmed number may be anybody's.
  const held = await heldUnpaid(tx, scope, ids, isConfirmed ? customer.mobile : null);
  return items.every(({ product, quantity }) => {
    const before = held.get(product.id) ?? 0;
    return before + quantity <= maxHeldUnpaid(product.available, before);
  });
}
