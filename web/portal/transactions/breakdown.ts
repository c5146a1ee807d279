import {
  SETTLEMENT_STATUS,
  TRANSACTION_STATUS,
  type TransactionDetails,
  type TransactionRow,
} from '@daftar/contract/transactions';
import type { Flow } from '../../ui/money-flow.tsx';

type Money = Pick<
  TransactionDetails,
  | 'status'
  | 'is_payout'
  | 'fee'
  | 'vat'
  | 'net'
  | 'refunded_amount'
  | 'to_be_settled'
  | 'disputed_amount'
  | 'settlement_status'
>;

export interface BreakdownLine {
  key: 'gross' | 'fee' | 'vat' | 'net' | 'refunded' | 'disputed' | 'returned' | 'toBeSettled' | 'left';
  /** EGP; negative for deductions. */
  amount: number;
  /** A sum of the lines above it. */
  sum: boolean;
}

const cents = (amount: number) => Math.round(amount * 100);

/** Whether money was received, so that there is something to split. */
export function isCaptured({ status, is_payout }: Pick<Money, 'status' | 'is_payout'>): boolean {
  return is_payout !== 1 && (status === TRANSACTION_STATUS.success || status === TRANSACTION_STATUS.refunded);
}

/**
 * How the money of a captured transaction is split, in EGP: paid, deducted, left. The API has no gross amount: it is
 * net plus fee plus VAT, whoever bore the fee.
 */
export function breakdownOf(money: Money): BreakdownLine[] {
  const gross = (cents(money.net) + cents(money.fee) + cents(money.vat)) / 100;
  const lines: BreakdownLine[] = [
    { key: 'gross', amount: gross, sum: false },
    { key: 'fee', amount: -money.fee, sum: false },
    { key: 'vat', amount: -money.vat, sum: false },
    { key: 'net', amount: money.net, sum: true },
  ];
  const taken: BreakdownLine[] = [];
  if (money.refunded_amount > 0) taken.push({ key: 'refunded', amount: -money.refunded_amount, sum: false });
  const { disputed_amount: disputed = 0 } = money;
  if (disputed > 0) taken.push({ key: 'disputed', amount: -disputed, sum: false });
  // What is taken after the settlement is taken from the balance: nothing more is to be settled.
  const isSettled = settlementWord(money.settlement_status) === 'settled';
  const rest = isSettled ? 'left' : 'toBeSettled';
  // In earlier releases the money of a chargeback that was won before the settlement went to the balance at once.
  const returned =
    cents(money.net) - cents(money.refunded_amount) - cents(disputed) - cents(money.to_be_settled);
  if (!isSettled && returned > 0) taken.push({ key: 'returned', amount: -returned / 100, sum: false });
  if (taken.length > 0) lines.push(...taken, { key: rest, amount: money.to_be_settled, sum: true });
  return lines;
}

/** Our fee and the VAT on it, in EGP. */
export const feesOf = ({ fee, vat }: Pick<TransactionRow, 'fee' | 'vat'>): number =>
  (cents(fee) + cents(vat)) / 100;

/** Whether a part of a payment was refunded, and the rest was not. */
export const isPartlyRefunded = (
  row: Pick<TransactionRow, 'status' | 'is_payout' | 'refunded_amount'>,
): boolean => row.status === TRANSACTION_STATUS.success && row.is_payout !== 1 && row.refunded_amount > 0;

/** Whether a refund of this payment needs nothing but its amount: not a code, nor a bank account. */
export const isRefundedAsPaid = ({
  payment_method: { code },
}: Pick<TransactionRow, 'payment_method'>): boolean => code !== 'AmanCard' && code !== 'Kiosk';

/** What payers paid for these payments and was not refunded, in EGP: the most that can be refunded of them. */
export const restOf = (
  rows: readonly Pick<TransactionRow, 'fee' | 'vat' | 'net' | 'refunded_amount'>[],
): number =>
  rows.reduce(
    (sum, row) => sum + cents(row.net) + cents(row.fee) + cents(row.vat) - cents(row.refunded_amount),
    0,
  ) / 100;

/** What the payer was charged beyond the subtotal, in the transaction's currency. */
export function additionsOf({
  subtotal,
  total_amount,
}: Pick<TransactionDetails, 'subtotal' | 'total_amount'>): number {
  return (cents(total_amount) - cents(subtotal)) / 100;
}

/** Which way the money of a row went; null when none moved, or it came back. */
export function flowOf(row: Pick<TransactionRow, 'is_payout' | 'payout_state' | 'status'>): Flow {
  if (row.is_payout === 1)
    return row.payout_state === 'expired' || row.payout_state === 'returned' ? null : 'out';
  return row.status === TRANSACTION_STATUS.success || row.status === TRANSACTION_STATUS.refunded
    ? 'in'
    : null;
}

export type SettlementWord = 'settled' | 'unsettled' | 'pending';

/** 2 is unsettled, 3 pending, anything else settled. */
export function settlementWord(status: number): SettlementWord {
  if (status === SETTLEMENT_STATUS.unsettled) return 'unsettled';
  return status === SETTLEMENT_STATUS.pending ? 'pending' : 'settled';
}

/**
 * Whether a refund may be possible: money was received, and it is no payout. The server knows the refundable amount.
 */
export function isRefundable(row: {
  status: number;
  is_payout: number;
  refundable_amount?: number | undefined;
}): boolean {
  const { status, is_payout, refundable_amount: left } = row;
  return status === TRANSACTION_STATUS.success && is_payout !== 1 && (left === undefined || left > 0);
}
