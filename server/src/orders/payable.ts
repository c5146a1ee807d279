import { ATTEMPT_HOLD_MINUTES, type ClosedReason } from '@daftar/contract/checkout';
import { maskEmail, maskMobile } from '@daftar/contract/masks';
import { RATE_SCALE } from '@daftar/contract/money';
import type { PayableSource } from '../checkout/index.ts';
import { translate } from '../platform/i18n/translate.ts';
import { storePath } from '../products/address.ts';
import { announceMoney } from './messages.ts';
import { isBeingPaid, whyClosed } from './rules.ts';
import { findOrder, holdOrder, type OrderFacts } from './store.ts';

const localeOf = (order: Pick<OrderFacts, 'language'>) => (order.language === 2 ? 'en' : 'ar');

/** A store order as a payable. */
export const orderSource: PayableSource = {
  kind: 'order',

  async find(db, ref, now) {
    const order = await findOrder(db, ref, ref.id);
    if (!order) return null;
    const title = translate(localeOf(order), {
      key: 'orders.payableTitle',
      params: { reference: order.reference },
    });
    const customer = { name: order.customerName, email: order.customerEmail, mobile: order.customerMobile };
    return {
      ...ref,
      token: order.token,
      view: {
        kind: 'order',
        reference: order.reference,
        title,
        description: order.items.map(({ name, quantity }) => `${quantity} × ${name}`).join('\n'),
        currency: 'EGP',
        subtotal: order.amountPiastres,
        tax: 0,
        fees: 0,
        total: order.amountPiastres,
        charged: null,
        dueDate: order.dueAt.toISOString(),
        choice: null,
        billTo: { ...customer, email: maskEmail(customer.email), mobile: maskMobile(customer.mobile) },
      },
      valuePiastres: order.amountPiastres,
      rateScaled: RATE_SCALE,
      methods: [],
      asks: [],
      language: order.language,
      source: { kind: 'order', id: order.id, name: title, reference: order.reference },
      payer: { ...customer, address: order.customerAddress },
      returnUrl: `${storePath(order.slug, order.mode)}/orders/${order.token}`,
      isForMany: false,
      closed: closedReason(order, now),
    };
  },

  hold: (tx, ref, now) =>
    holdOrder(tx, ref, ref.id, now, new Date(now.getTime() + ATTEMPT_HOLD_MINUTES * 60_000)),

  async sendReceipt(app, tx, paid) {
    const order = paid.payableId === null ? null : await findOrder(tx, paid, paid.payableId);
    if (order) await announceMoney(app, tx, order, paid);
  },
};

/** Returns why an order cannot be paid, in the order of `order_hold_place`. */
function closedReason(order: OrderFacts, now: Date): ClosedReason | null {
  return whyClosed(order, now) ?? (isBeingPaid(order, now) ? 'busy' : null);
}
