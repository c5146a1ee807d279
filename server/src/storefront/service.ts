import { MERCHANT_STATUS } from '@daftar/contract/auth';
import type { CheckoutForm, StorePage } from '@daftar/contract/storefront';
import { STORE_PAGE_SIZE } from '@daftar/contract/storefront';
import type * as z from 'zod/mini';
import { brandingOf } from '../branding/branding.ts';
import { filledCategories } from '../categories/service.ts';
import { findByToken, type Placed, placeOrder, releaseDueOrders } from '../orders/index.ts';
import type { App, Scope } from '../platform/context.ts';
import { storePath } from '../products/address.ts';
import { type OfferSort, offeredProducts, productsOf } from '../products/offer.ts';
import { readOptions } from '../products/service.ts';
import type { CartLine } from './cart.ts';
import { findStore, type StoreRow } from './store.ts';
import { cardOf, cartOf, merchantOf, orderOf, productOf } from './views.ts';

const RELATED = 4;

/** A merchant's store in one mode. */
export interface Store extends Scope {
  row: StoreRow;
  /** `/store/{slug}` or `/sandbox/store/{slug}`. */
  base: string;
  isClosed: boolean;
  language: 1 | 2 | null;
}

/** Finds the store at an address. A merchant that is not live shows its test store there, marked as such. */
export async function openStore(app: App, slug: string, isSandbox: boolean): Promise<Store | null> {
  const row = await findStore(app.db, slug);
  if (!row) return null;
  const mode = isSandbox || row.status !== MERCHANT_STATUS.live ? 'test' : 'live';
  return {
    merchantId: row.merchantId,
    mode,
    row,
    base: storePath(row.slug, isSandbox ? 'test' : 'live'),
    isClosed: row.status === MERCHANT_STATUS.suspended,
    language: mode === 'live' ? row.liveLanguage : row.testLanguage,
  };
}

/**
 * Maximum number of categories on a page. Anybody can read a store's pages, so their size is limited; the page
 * mentions that there are more.
 */
const CATEGORIES_SHOWN = 200;

/** Returns the parts that every page of a store has. */
export async function frameOf(app: App, store: Store) {
  const face = await brandingOf(app.db, store.merchantId);
  const { branches, isMore } = await filledCategories(app.db, store, CATEGORIES_SHOWN);
  return {
    host: face.host,
    merchant: merchantOf(store.row, face),
    categories: branches,
    hasMoreCategories: isMore,
  };
}

/** Returns the view of the product list. */
export async function listPage(
  app: App,
  store: Store,
  query: { q: string; category: number | null; sub: number | null; sort: OfferSort; page: number },
): Promise<StorePage> {
  const { q, page, ...rest } = query;
  const { rows, meta } = await offeredProducts(app.db, store, {
    ...rest,
    keyword: q,
    page,
    pageSize: STORE_PAGE_SIZE,
  });
  return {
    kind: 'list',
    query: { q, ...rest },
    products: rows.map(cardOf),
    page,
    lastPage: meta.last_page,
    total: meta.total,
  };
}

/** Returns the view of a product with some related ones; null when it is not on sale. */
export async function productPage(
  app: App,
  store: Store,
  id: number,
  notice: 'added' | 'fewer' | null,
): Promise<StorePage | null> {
  const [row] = await productsOf(app.db, store, [id]);
  if (!row) return null;
  const { rows } = await offeredProducts(app.db, store, {
    keyword: '',
    category: row.categoryId,
    sub: null,
    sort: 'newest',
    page: 1,
    pageSize: RELATED + 1,
  });
  const related = rows.filter((each) => each.id !== id).slice(0, RELATED);
  return { kind: 'product', product: productOf(row), related: related.map(cardOf), notice };
}

/** Returns the price and available pieces of a product; null when it is not on sale. */
export async function offerOf(app: App, store: Store, id: number) {
  const [row] = await productsOf(app.db, store, [id]);
  return row ?? null;
}

/** Returns a cart at current prices and stock. */
export async function cartNow(app: App, store: Store, lines: readonly CartLine[]) {
  if (lines.length === 0) return cartOf([], []);
  await releaseDueOrders(app, store);
  const ids = lines.map(({ productId }) => productId);
  return cartOf(lines, await productsOf(app.db, store, ids));
}

/** Returns the payment options of a store. */
export async function waysOf(app: App, store: Store): Promise<('now' | 'delivery')[]> {
  const { payNow, cashOnDelivery } = await readOptions(app.db, store);
  return [...(payNow ? ['now' as const] : []), ...(cashOnDelivery ? ['delivery' as const] : [])];
}

/** Returns whether shoppers who pay on delivery must confirm their number; false if no SMS can be sent. */
export async function confirmsPhones(app: App, store: Store): Promise<boolean> {
  if (app.config.production && app.config.smsGatewayUrl === null) return false;
  return (await readOptions(app.db, store)).confirmPhones;
}

/** Places an order from a cart, a form and the total that its page showed. */
export function order(
  app: App,
  store: Store,
  lines: readonly CartLine[],
  form: z.output<typeof CheckoutForm>,
  how: { language: 1 | 2; submissionKey: string; isConfirmed: boolean },
): Promise<Placed> {
  const { isConfirmed, ...rest } = how;
  const openOrders = app.config.limits.openCashOrders;
  return placeOrder(app, store, {
    lines: lines.map(({ productId, quantity }) => ({ productId, quantity })),
    expectedPiastres: form.total,
    customer: { name: form.name, email: form.email, mobile: form.phone, address: form.address },
    payment: form.payment,
    stranger: { isConfirmed, openOrders },
    ...rest,
  });
}

/** Returns the view of an order's follow-up page; null for an unknown token. */
export async function orderPage(
  app: App,
  store: Store,
  token: string,
  asked: { isNew: boolean; submissionKey: string | null },
): Promise<StorePage | null> {
  const found = await findByToken(app, store, token);
  if (!found) return null;
  const isOwn = found.submissionKey === asked.submissionKey;
  return { kind: 'order', order: orderOf(found, app.clock.now(), isOwn), isNew: asked.isNew };
}
