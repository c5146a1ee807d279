import type { ChoiceView, ClosedReason, PayerField } from '@daftar/contract/checkout';
import type { PaymentMethodId } from '@daftar/contract/lookups';
import { RATE_SCALE } from '@daftar/contract/money';
import { LINK_STATUS } from '@daftar/contract/payment-links';
import { firstOffered } from './choice.ts';
import type { PayableSource } from './payable-source.ts';
import { findLink, holdLinkPlace, type LinkRow } from './store-links.ts';

/** Payment links as payables. */
export const paymentLinkSource: PayableSource = {
  kind: 'payment-link',

  async find(db, ref, now) {
    const link = await findLink(db, ref, ref.id, now);
    if (!link) return null;
    const foreign = link.currency !== 'EGP';
    return firstOffered({
      ...ref,
      token: link.token,
      view: {
        kind: 'payment-link',
        reference: link.reference,
        title: link.name,
        description: link.description,
        currency: link.currency,
        subtotal: link.amount,
        tax: link.tax,
        fees: link.fees,
        total: link.total,
        charged: foreign ? { piastres: link.valuePiastres, rate: link.rateScaled / RATE_SCALE } : null,
        dueDate: link.dueAt?.toISOString() ?? null,
        choice: choiceOf(link),
        billTo: null,
      },
      valuePiastres: link.valuePiastres,
      rateScaled: link.rateScaled,
      methods: link.methods as PaymentMethodId[],
      asks: asksOf(link),
      language: link.language,
      source: { kind: 'payment-link', id: ref.id, name: link.name, reference: link.reference },
      payer: null,
      signedReturn: { successUrl: link.successUrl, cancelUrl: link.cancelUrl },
      isForMany: link.maxPaymentCount > 1,
      closed: closedReason(link),
      charges: {
        fees: { fixedPiastres: link.fixedFees, basisPoints: link.feesBps },
        tax: { fixedPiastres: link.fixedTax, basisPoints: link.taxBps },
      },
    });
  },

  hold: (tx, ref, now) => holdLinkPlace(tx, ref, ref.id, now),
};

function choiceOf(link: LinkRow): ChoiceView | null {
  const { minAmount, maxAmount, minQuantity, maxQuantity, amount, suggestedAmounts } = link;
  if (minAmount !== null && maxAmount !== null) {
    const suggested = suggestedAmounts.length > 0 ? [...new Set([amount, ...suggestedAmounts])] : [];
    suggested.sort((a, b) => a - b);
    return { kind: 'amount', chosen: amount, least: minAmount, most: maxAmount, suggested };
  }
  if (maxQuantity === 1) return null;
  return { kind: 'quantity', chosen: minQuantity, least: minQuantity, most: maxQuantity, each: amount };
}

function asksOf(link: LinkRow): PayerField[] {
  const asks: PayerField[] = [];
  if (link.requireName) asks.push('name');
  if (link.requireEmail) asks.push('email');
  if (link.requirePhone) asks.push('phone');
  if (link.requireAddress) asks.push('address');
  return asks;
}

/**
 * Returns the reason why a link cannot be paid. A full link counts as `paid` or `exhausted`, depending on whether it
 * had more than one place.
 */
function closedReason(link: LinkRow): ClosedReason | null {
  if (link.paidCount >= link.maxPaymentCount) return link.maxPaymentCount === 1 ? 'paid' : 'exhausted';
  if (link.status === LINK_STATUS.expired) return 'expired';
  if (link.status === LINK_STATUS.inactive) return 'inactive';
  return link.paidCount + link.liveHolds >= link.maxPaymentCount ? 'busy' : null;
}
