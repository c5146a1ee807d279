import { toPounds } from '@daftar/contract/money';
import { LINK_STATUS, TILL_SHOWN, type TillSale } from '@daftar/contract/payment-links';
import { payAddresses } from '../branding/origin.ts';
import type { App, Caller } from '../platform/context.ts';
import { cairoDay, startOfCairoDay } from '../platform/time/cairo.ts';
import { LinkNotFound } from './errors.ts';
import * as store from './store-till.ts';

/** Lists the caller's newest sales at the till since midnight in Cairo. */
export async function listSales(app: App, caller: Caller): Promise<TillSale[]> {
  const now = app.clock.now();
  const sales = await store.listSales(app.db, caller, {
    since: startOfCairoDay(cairoDay(now)),
    now,
    limit: TILL_SHOWN,
  });
  const addresses = await payAddresses(app, app.db, caller.merchantId);
  return sales.map((sale) => saleOf(addresses, sale));
}

/** Returns a sale that the caller made at the till. @throws LinkNotFound */
export async function getSale(app: App, caller: Caller, id: number): Promise<TillSale> {
  const found = await store.findSale(app.db, caller, id, app.clock.now());
  if (!found) throw new LinkNotFound();
  return saleOf(await payAddresses(app, app.db, caller.merchantId), found);
}

/**
 * Returns the state of a sale; a payment that arrives after the link was canceled or has expired still counts as
 * paid.
 */
function stateOf({ paidCount, status }: store.Sale): TillSale['state'] {
  if (paidCount > 0) return 'paid';
  if (status === LINK_STATUS.active) return 'waiting';
  return status === LINK_STATUS.expired ? 'expired' : 'canceled';
}

const saleOf = (addresses: string, sale: store.Sale): TillSale => ({
  id: sale.id,
  reference: sale.reference,
  invoice_name: sale.invoiceName,
  total_amount: toPounds(sale.total),
  created_at: sale.createdAt.toISOString(),
  state: stateOf(sale),
  link: addresses + sale.token,
});
