import { maskEmail, maskMobile } from '@daftar/contract/masks';
import { ORDER_STATUS } from '@daftar/contract/orders';
import type {
  CartNotice,
  CartView,
  OrderView,
  PictureView,
  ProductCardView,
  ProductView,
  StoreMerchantView,
} from '@daftar/contract/storefront';
import type { Branding } from '../branding/branding.ts';
import type { OrderFacts } from '../orders/index.ts';
import type { ProductRow } from '../products/offer.ts';
import type { CartLine } from './cart.ts';
import type { StoreRow } from './store.ts';

const pictureOf = (address: string): PictureView => ({ small: `${address}?size=small`, large: address });

/** Returns the view of a product in a list. */
export const cardOf = (row: ProductRow): ProductCardView => ({
  id: row.id,
  name: row.name,
  pricePiastres: row.pricePiastres,
  picture: row.images[0] ? pictureOf(row.images[0]) : null,
  available: row.available,
});

/** Returns the view of a product's page. */
export const productOf = (row: ProductRow): ProductView => ({
  ...cardOf(row),
  code: row.code,
  description: row.description,
  weightGrams: row.weightGrams,
  pictures: row.images.map(pictureOf),
  category: { id: row.categoryId, name: row.category },
  subCategory: { id: row.subCategoryId, name: row.subCategory },
});

/** Returns the view of a merchant: the contact data that it publishes. */
export function merchantOf(row: StoreRow, { logo, brand }: Branding): StoreMerchantView {
  const social = (['facebook', 'instagram', 'twitter', 'linkedin'] as const).flatMap((kind) =>
    row[kind] === '' ? [] : [{ kind, url: row[kind] }],
  );
  return {
    name: row.name,
    logoUrl: logo && `${logo.address}?size=small`,
    brand,
    phone: row.phone || null,
    email: row.email || null,
    address: row.address || null,
    social,
  };
}

/** Returns a cart at current prices and stock, its changes, and the lines to store. */
export function cartOf(
  lines: readonly CartLine[],
  products: readonly ProductRow[],
): { view: CartView; lines: CartLine[] } {
  const notices: CartNotice[] = [];
  const kept: CartLine[] = [];
  const view: CartView = { lines: [], totalPiastres: 0, notices };
  for (const line of lines) {
    const product = products.find(({ id }) => id === line.productId);
    if (!product) {
      notices.push({ kind: 'gone', name: '' });
      continue;
    }
    const quantity = Math.min(line.quantity, Math.max(0, product.available));
    if (quantity < line.quantity) {
      notices.push({ kind: 'fewer', name: product.name, available: quantity });
    }
    if (quantity === 0) continue;
    if (product.pricePiastres !== line.seenPiastres) {
      notices.push({
        kind: 'price',
        name: product.name,
        beforePiastres: line.seenPiastres,
        nowPiastres: product.pricePiastres,
      });
    }
    const totalPiastres = product.pricePiastres * quantity;
    view.lines.push({ ...cardOf(product), quantity, totalPiastres });
    view.totalPiastres += totalPiastres;
    kept.push({ productId: product.id, quantity, seenPiastres: product.pricePiastres });
  }
  return { view, lines: kept };
}

/**
 * Returns the view of an order; in full only with `isOwn`, in the browser that placed it, since others may have got
 * the URL.
 */
export function orderOf(order: OrderFacts, now: Date, isOwn: boolean): OrderView {
  const isPaid = order.status === ORDER_STATUS.paid;
  const isOpen = !isPaid && order.fulfilment !== 'canceled' && order.dueAt > now;
  return {
    reference: order.reference,
    token: order.token,
    isPaid,
    payment: order.payment,
    fulfilment: order.fulfilment,
    createdAt: order.createdAt.toISOString(),
    totalPiastres: order.amountPiastres,
    lines: order.items.map(({ name, quantity, pricePiastres, image }) => ({
      name,
      quantity,
      pricePiastres,
      picture: image && `${image}?size=small`,
    })),
    customer: {
      name: order.customerName,
      email: isOwn ? order.customerEmail : maskEmail(order.customerEmail),
      phone: isOwn ? order.customerMobile : maskMobile(order.customerMobile),
      address: isOwn ? order.customerAddress : '',
    },
    payUrl: isOpen ? `/pay/${order.token}` : null,
  };
}
