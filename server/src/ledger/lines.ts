import type { AccountKind } from './accounts.ts';

/** The account at a processor where a payment was made; null for the sandbox or no processor. */
export interface AtAccount {
  processorAccountId: number | null;
}

type Unsplit = Exclude<AccountKind, 'clearing'>;

/**
 * One line of a transfer: the account to debit or credit, and the amount (integer piastres ≥ 0). `clearing` is kept per
 * account at a processor, so its line names that account.
 */
export type Line =
  | { debit: Unsplit; amountPiastres: number }
  | { credit: Unsplit; amountPiastres: number }
  | ({ debit: 'clearing'; amountPiastres: number } & AtAccount)
  | ({ credit: 'clearing'; amountPiastres: number } & AtAccount);

/** The balance that holds a merchant's own money: captured but not settled, or settled. */
export type MerchantAccount = 'pending' | 'available';

const move = (from: Unsplit, to: Unsplit, amountPiastres: number): Line[] => [
  { debit: from, amountPiastres },
  { credit: to, amountPiastres },
];

const outOfClearing = (from: Unsplit, { amountPiastres, processorAccountId }: Cleared): Line[] => [
  { debit: from, amountPiastres },
  { credit: 'clearing', amountPiastres, processorAccountId },
];

type Cleared = { amountPiastres: number } & AtAccount;

/** A refund: out of `pending` before the payment is settled, out of `available` after. */
export function refundLines(refund: Cleared & { from: MerchantAccount }): Line[] {
  return outOfClearing(refund.from, refund);
}

/** A refund that came back: credited to the balance that holds the payment's money now. */
export function refundReversedLines({ to, ...refund }: Cleared & { to: MerchantAccount }): Line[] {
  const { amountPiastres, processorAccountId } = refund;
  return [
    { debit: 'clearing', amountPiastres, processorAccountId },
    { credit: to, amountPiastres },
  ];
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
export function chargebackAppliedLines(chargeback: Cleared): Line[] {
  return outOfClearing('chargeback', chargeback);
}

/** A dispute won or withdrawn: the held amount returns to the balance that holds the payment's money now. */
export function chargebackWonLines(chargeback: { amountPiastres: number; to: MerchantAccount }): Line[] {
  return move('chargeback', chargeback.to, chargeback.amountPiastres);
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

/** A payout that a bank transferred and sent back: the amount is available again. */
export function payoutCameBackLines(payout: { amountPiastres: number }): Line[] {
  return move('bank', 'available', payout.amountPiastres);
}

/**
 * An acquirer's cost, deducted from its debt to us: for a payment, or for a dispute. A negative amount is refunded to
 * us.
 */
export function acquirerCostLines(cost: Cleared): Line[] {
  if (cost.amountPiastres >= 0) return outOfClearing('acquirer_fees', cost);
  const amountPiastres = -cost.amountPiastres;
  return [
    { debit: 'clearing', amountPiastres, processorAccountId: cost.processorAccountId },
    { credit: 'acquirer_fees', amountPiastres },
  ];
}

/** A line with the sign of its amount: a credit if positive. Returns no line for zero. */
function credited(account: Unsplit, amountPiastres: number): Line[] {
  if (amountPiastres === 0) return [];
  if (amountPiastres > 0) return [{ credit: account, amountPiastres }];
  return [{ debit: account, amountPiastres: -amountPiastres }];
}

/**
 * An acquirer's transfer for a merchant's payments: `settledPiastres` leaves `clearing`; of it, `netPiastres` reached
 * the bank and the acquirer kept the rest. `roundedPiastres`: the additional amount received as rounding; negative if
 * it was deducted.
 */
export function acquirerPaidLines(
  paid: { settledPiastres: number; netPiastres: number; roundedPiastres: number } & AtAccount,
): Line[] {
  const { settledPiastres, netPiastres, roundedPiastres, processorAccountId } = paid;
  const amountPiastres = Math.abs(settledPiastres);
  const clearing: Line[] =
    settledPiastres === 0
      ? []
      : settledPiastres > 0
        ? [{ credit: 'clearing', amountPiastres, processorAccountId }]
        : [{ debit: 'clearing', amountPiastres, processorAccountId }];
  return [
    ...clearing,
    ...credited('bank', -netPiastres),
    ...credited('acquirer_fees', netPiastres - settledPiastres - roundedPiastres),
    ...credited('write_offs', roundedPiastres),
  ];
}

/**
 * The part of an acquirer's transfer that belongs to no payment we know: costs, and money in suspense. Negative if it
 * was deducted.
 */
export function suspendedLines(unknown: { costsPiastres: number; suspensePiastres: number }): Line[] {
  const { costsPiastres, suspensePiastres } = unknown;
  return [
    ...credited('bank', costsPiastres - suspensePiastres),
    ...credited('acquirer_fees', -costsPiastres),
    ...credited('suspense', suspensePiastres),
  ];
}

/** Money in suspense that was identified as a payment's, and is booked there like {@link acquirerPaidLines}. */
export function identifiedLines({ amountPiastres }: { amountPiastres: number }): Line[] {
  return [...credited('suspense', -amountPiastres), ...credited('bank', amountPiastres)];
}

/**
 * A write-off from `clearing`, `suspense` or `bank`: `amountPiastres` goes to `write_offs`; negative for a loss.
 * @param processorAccountId of `clearing`
 */
export function writtenOffLines(given: {
  account: 'clearing' | 'suspense' | 'bank';
  amountPiastres: number;
  processorAccountId: number | null;
}): Line[] {
  const { account, amountPiastres, processorAccountId } = given;
  const size = Math.abs(amountPiastres);
  const from: Line[] =
    account !== 'clearing'
      ? credited(account, -amountPiastres)
      : amountPiastres > 0
        ? [{ debit: 'clearing', amountPiastres: size, processorAccountId }]
        : [{ credit: 'clearing', amountPiastres: size, processorAccountId }];
  return [...from, ...credited('write_offs', amountPiastres)];
}
