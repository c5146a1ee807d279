import type { AccountKind } from './accounts.ts';

/** One line of a transfer: the account to debit or credit, and the amount (integer piastres ≥ 0). */
export type Line =
  | { debit: AccountKind; amountPiastres: number }
  | { credit: AccountKind; amountPiastres: number };

/** Where a merchant's own money is: captured but not settled, or settled. */
export type MerchantAccount = 'pending' | 'available';

const move = (from: AccountKind, to: AccountKind, amountPiastres: number): Line[] => [
  { debit: from, amountPiastres },
  { credit: to, amountPiastres },
];

/** A refund: out of `pending` before the payment is settled, out of `available` after. */
export function refundLines(refund: { amountPiastres: number; from: MerchantAccount }): Line[] {
  return move(refund.from, 'clearing', refund.amountPiastres);
}

/** A settlement kept on the balance that was transferred to the bank account after all. */
export function settlementPaidLines(settlement: { amountPiastres: number }): Line[] {
  return move('available', 'bank', settlement.amountPiastres);
}

/** An opened dispute: the amount is held until the decision. */
export function chargebackOpenedLines(chargeback: { amountPiastres: number; from: MerchantAccount }): Line[] {
  return move(chargeback.from, 'chargeback', chargeback.amountPiastres);
}

/** A lost dispute: the held amount goes to the payer. */
export function chargebackAppliedLines(chargeback: { amountPiastres: number }): Line[] {
  return move('chargeback', 'clearing', chargeback.amountPiastres);
}

/** A dispute won or withdrawn: the held amount is available again. */
export function chargebackWonLines(chargeback: { amountPiastres: number }): Line[] {
  return move('chargeback', 'available', chargeback.amountPiastres);
}

/** A requested payout: reserved at once, so that it cannot be requested twice. */
export function payoutRequestedLines(payout: { amountPiastres: number }): Line[] {
  return move('available', 'payout', payout.amountPiastres);
}

/** A collected payout. */
export function payoutHandedOverLines(payout: { amountPiastres: number }): Line[] {
  return move('payout', 'bank', payout.amountPiastres);
}

/** An expired or failed payout: the amount is available again. */
export function payoutReturnedLines(payout: { amountPiastres: number }): Line[] {
  return move('payout', 'available', payout.amountPiastres);
}
