import type { AccountKind } from './accounts.ts';

/** One line of a transfer: which account is debited or credited, and by how much (integer piastres ≥ 0). */
export type Line =
  | { debit: AccountKind; amountPiastres: number }
  | { credit: AccountKind; amountPiastres: number };

/** Where a merchant's own money lies: captured and not settled, or settled. */
export type MerchantAccount = 'pending' | 'available';

const move = (from: AccountKind, to: AccountKind, amountPiastres: number): Line[] => [
  { debit: from, amountPiastres },
  { credit: to, amountPiastres },
];

/** Money back to the payer, out of `pending` before the payment is settled and out of `available` after. */
export function refundLines(refund: { amountPiastres: number; from: MerchantAccount }): Line[] {
  return move(refund.from, 'clearing', refund.amountPiastres);
}

/** A settlement in the balance that had gone to the merchant's bank account all the same. */
export function settlementPaidLines(settlement: { amountPiastres: number }): Line[] {
  return move('available', 'bank', settlement.amountPiastres);
}

/** A dispute opened: the amount is held until it is decided. */
export function chargebackOpenedLines(chargeback: { amountPiastres: number; from: MerchantAccount }): Line[] {
  return move(chargeback.from, 'chargeback', chargeback.amountPiastres);
}

/** A dispute lost: the held amount goes back to the payer. */
export function chargebackAppliedLines(chargeback: { amountPiastres: number }): Line[] {
  return move('chargeback', 'clearing', chargeback.amountPiastres);
}

/** A dispute won or withdrawn: the held amount is the merchant's again, free to pay out. */
export function chargebackWonLines(chargeback: { amountPiastres: number }): Line[] {
  return move('chargeback', 'available', chargeback.amountPiastres);
}

/** A payout asked for: set aside at once, so that it cannot be asked for twice. */
export function payoutRequestedLines(payout: { amountPiastres: number }): Line[] {
  return move('available', 'payout', payout.amountPiastres);
}

/** A payout handed over to the merchant. */
export function payoutHandedOverLines(payout: { amountPiastres: number }): Line[] {
  return move('payout', 'bank', payout.amountPiastres);
}

/** A payout expired or failed: available again. */
export function payoutReturnedLines(payout: { amountPiastres: number }): Line[] {
  return move('payout', 'available', payout.amountPiastres);
}
