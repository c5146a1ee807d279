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

/**
 * A payment captured. `totalPiastres` is the price asked for. Fees on the merchant (`M`): the payer paid the total,
 * and fee and VAT come out of it. On the customer (`C`): the payer paid them on top, and the merchant gets the total.
 * When the fee is larger than a tiny payment the merchant owes the rest: `pending` is debited.
 */
export function captureLines(capture: {
  totalPiastres: number;
  feePiastres: number;
  vatPiastres: number;
  feesOn: 'M' | 'C';
}): Line[] {
  const { totalPiastres, feePiastres, vatPiastres, feesOn } = capture;
  const chargesPiastres = feePiastres + vatPiastres;
  const netPiastres = feesOn === 'M' ? totalPiastres - chargesPiastres : totalPiastres;
  return [
    { debit: 'clearing', amountPiastres: netPiastres + chargesPiastres },
    netPiastres >= 0
      ? { credit: 'pending', amountPiastres: netPiastres }
      : { debit: 'pending', amountPiastres: -netPiastres },
    { credit: 'fees', amountPiastres: feePiastres },
    { credit: 'vat', amountPiastres: vatPiastres },
  ];
}

/** Money back to the payer, out of `pending` before the payment is settled and out of `available` after. */
export function refundLines(refund: { amountPiastres: number; from: MerchantAccount }): Line[] {
  return move(refund.from, 'clearing', refund.amountPiastres);
}

/** A batch settled: free to pay out (`available`), or sent straight to the merchant's bank account (`bank`). */
export function settlementLines(settlement: { amountPiastres: number; to: 'available' | 'bank' }): Line[] {
  return move('pending', settlement.to, settlement.amountPiastres);
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
