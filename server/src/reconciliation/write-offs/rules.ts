/** Determines the open amount of a break in the ledger, and its account; pure. */
import type { BreakKind } from '@daftar/contract/ops-settlement-lines';
import { MAX_WRITTEN_OFF_PIASTRES } from '@daftar/contract/ops-write-offs';

/** Live and test money never mix. */
type Mode = 'live' | 'test';

/** A break with its open amounts in the ledger. */
export interface OpenAmount {
  id: number;
  kind: BreakKind;
  isClosed: boolean;
  isWrittenOff: boolean;
  reference: string;
  amountPiastres: number;
  currency: string;
  accountId: number | null;
  /** Our bank account, if the break is of a bank line. */
  bankAccountId: number | null;
  accountName: string;
  /** The merchant who owns the account at the processor; null: the provider. */
  accountMerchantId: number | null;
  mode: Mode;
  /** Set if the break is of an item of ours that never appeared in a file. */
  item: string | null;
  merchantId: number | null;
  itemId: number | null;
  hasLine: boolean;
  /** Its line, if it has one. */
  lineNetPiastres: number | null;
  lineMerchantId: number | null;
  /** A cost without a payment is booked as a cost, never in suspense. */
  isLineFee: boolean;
  isLineMatched: boolean;
  isLineSettled: boolean;
  isBatchBooked: boolean;
}

/** The movement of a write-off. */
export interface WriteOff {
  id: number;
  breakId: number;
  account: 'clearing' | 'suspense' | 'bank';
  merchantId: number;
  mode: Mode;
  processorAccountId: number | null;
  /** Below zero: a loss of ours. */
  amountPiastres: number;
}

/** The movement of a write-off, or the reason that there can be none. */
export type Assessed =
  | { writeOff: Omit<WriteOff, 'id'> & { item: string | null; itemId: number | null } }
  | { refusal: 'kind' | 'notBooked' | 'nothing' | 'tooMuch' | 'arrived' };

type Where = Pick<WriteOff, 'account' | 'merchantId' | 'processorAccountId' | 'amountPiastres'>;

/** Returns the open difference of a line that has settled the amount received; the rest is in `clearing`. */
function ofDifference(row: OpenAmount): Where | 'notBooked' {
  if (!row.isLineSettled || row.lineMerchantId === null) return 'notBooked';
  return {
    account: 'clearing',
    merchantId: row.lineMerchantId,
    processorAccountId: row.accountId,
    amountPiastres: row.amountPiastres,
  };
}

/** Returns the unknown money of a line, which is in suspense once its batch is booked. */
function ofSuspense(row: OpenAmount, amountPiastres: number): Where {
  return {
    account: 'suspense',
    merchantId: row.accountMerchantId ?? 0,
    processorAccountId: null,
    amountPiastres,
  };
}

function whereOf(row: OpenAmount): Where | 'kind' | 'notBooked' | 'arrived' {
  if (row.currency !== 'EGP') return 'kind';
  switch (row.kind) {
    case 'over':
    case 'under':
    case 'sign':
      return ofDifference(row);
    case 'ours_only':
      if (row.hasLine) return 'arrived';
      if (row.merchantId === null || row.itemId === null) return 'kind';
      return {
        account: 'clearing',
        merchantId: row.merchantId,
        processorAccountId: row.accountId,
        amountPiastres: -row.amountPiastres,
      };
    case 'theirs_only':
    case 'ambiguous':
    case 'status':
    case 'duplicate':
      if (row.isLineMatched || row.isLineFee || row.lineNetPiastres === null) return 'kind';
      return row.isBatchBooked ? ofSuspense(row, row.lineNetPiastres) : 'notBooked';
    case 'deposit':
      return ofSuspense(row, row.amountPiastres);
    case 'credit_without_batch':
    case 'debit_without_transfer':
      return { account: 'bank', merchantId: 0, processorAccountId: null, amountPiastres: row.amountPiastres };
    default:
      return 'kind';
  }
}

/**
 * Returns whether closing a break with a reason would hide money that is open in the ledger or at the bank, or will
 * be once its batch is booked. A differing cost, a late cost and rounding leave nothing open.
 */
export function hasMoney(row: OpenAmount): boolean {
  switch (row.kind) {
    case 'fee':
    case 'late':
    case 'rounding':
      return false;
    case 'theirs_only':
    case 'ambiguous':
    case 'status':
    case 'duplicate':
    case 'currency':
      return !row.isLineMatched && !row.isLineFee && row.lineNetPiastres !== 0;
    case 'ours_only':
      return !row.hasLine;
    default:
      return row.amountPiastres !== 0;
  }
}

/**
 * Returns the movement of a write-off: the open amount of the break leaves `clearing`, `suspense` or `bank` for
 * `write_offs`. An unpaid batch is not written off as a whole: its payments stay owed one by one.
 */
export function assess(row: OpenAmount): Assessed {
  const where = whereOf(row);
  if (typeof where === 'string') return { refusal: where };
  if (where.amountPiastres === 0) return { refusal: 'nothing' };
  if (Math.abs(where.amountPiastres) > MAX_WRITTEN_OFF_PIASTRES) return { refusal: 'tooMuch' };
  const isOfItem = row.kind === 'ours_only';
  return {
    writeOff: {
      ...where,
      breakId: row.id,
      mode: row.mode,
      item: isOfItem ? row.item : null,
      itemId: isOfItem ? row.itemId : null,
    },
  };
}
