import type { ClosedReason, PayerField } from '@daftar/contract/checkout';
import { INVOICE_STATUS } from '@daftar/contract/invoices';
import type { PaymentMethodId } from '@daftar/contract/lookups';
import { maskEmail, maskMobile } from '@daftar/contract/masks';
import { RATE_SCALE } from '@daftar/contract/money';
import type { PayableSource } from '../checkout/index.ts';
import { sendReceipt } from './messages.ts';
import { findPayableShare, holdShare, type PayableShare } from './store-shares.ts';

/** One customer's share of an invoice as a payable. */
export const invoiceSource: PayableSource = {
  kind: 'invoice',

  async find(db, ref, now) {
    const share = await findPayableShare(db, ref, ref.id, now);
    if (!share) return null;
    const foreign = share.currency !== 'EGP';
    const billTo = { name: share.customerName, email: share.customerEmail, mobile: share.customerMobile };
    return {
      ...ref,
      token: share.token,
      view: {
        kind: 'invoice',
        reference: share.reference,
        title: share.name,
        description: share.description,
        currency: share.currency,
        subtotal: share.amount,
        tax: share.tax,
        fees: share.fees,
        total: share.total,
        charged: foreign ? { piastres: share.valuePiastres, rate: share.rateScaled / RATE_SCALE } : null,
        dueDate: share.dueAt.toISOString(),
        choice: null,
        billTo: { ...billTo, email: maskEmail(billTo.email), mobile: maskMobile(billTo.mobile) },
      },
      valuePiastres: share.valuePiastres,
      rateScaled: share.rateScaled,
      methods: share.methods as PaymentMethodId[],
      asks: asksOf(share),
      language: share.language,
      source: { kind: 'invoice', id: share.invoiceId, name: share.name, reference: share.reference },
      payer: { ...billTo, address: '' },
      isForMany: false,
      closed: closedReason(share),
    };
  },

  hold: (tx, ref, now) => holdShare(tx, ref, ref.id, now),

  sendReceipt,
};

function asksOf(share: PayableShare): PayerField[] {
  const asks: PayerField[] = [];
  if (share.requireName) asks.push('name');
  if (share.requireEmail) asks.push('email');
  if (share.requirePhone) asks.push('phone');
  if (share.requireAddress) asks.push('address');
  return asks;
}

/** Returns why a share cannot be paid, in the order of `invoice_hold_place`. */
function closedReason(share: PayableShare): ClosedReason | null {
  if (share.shareStatus === 'paid') return 'paid';
  if (share.shareStatus === 'canceled' || share.status === INVOICE_STATUS.canceled) return 'inactive';
  if (share.status === INVOICE_STATUS.expired) return 'expired';
  return share.isHeld ? 'busy' : null;
}
