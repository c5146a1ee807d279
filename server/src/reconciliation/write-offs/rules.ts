/** What of a break the ledger has open, and where: pure. */
import type { BreakKind } from '@daftar/contract/ops-settlement-lines';
import { MAX_WRITTEN_OFF_PIASTRES } from '@daftar/contract/ops-write-offs';

/** Live and test money never mix. */
type Mode = 'live' | 'test';

/** A break with what the ledger has of it. */
export interface OpenAmount {
  id: number;
  kind: BreakKind;
  isClosed: boolean;
  isWrittenOff: boolean;
  reference: string;
  amountPiastres: number;
  currency: string;
  accountId: number | null;
  /** Our own, of a break of the bank's statement. */
  bankAccountId: number | null;
  accountName: string;
  /** Whose account at the processor it is; null: the provider's. */
  accountMerchantId: number | null;
  mode: Mode;
  /** Of something of ours that never came. */
  item: string | null;
  merchantId: number | null;
  itemId: number | null;
  hasLine: boolean;
  /** Its line, if it has one. */
  lineNetPiastres: number | null;
  lineMerchantId: number | null;
  /** A cost of no payment: booked as a cost, never in suspense. */
  isLineFee: boolean;
  isLineMatched: boolean;
  isLineSettled: boolean;
  isBatchBooked: boolean;
}

/** What a write-off moves. */
export interface WriteOff {
  id: number;
  breakId: number;
  account: 'clearing' | 'suspense' | 'bank';
  merchantId: number;
  mode: Mode;
  processorAccountId: number | null;
  /** Below zero, what it costs us. */
  amountPiastres: number;
}

/** What a write-off moves, or why nothing can be. */
export type Assessed =
  | { writeOff: Omit<WriteOff, 'id'> & { item: string | null; itemId: number | null } }
  | { refusal: 'kind' | 'notBooked' | 'nothing' | 'tooMuch' | 'arrived' };

type Where = Pick<WriteOff, 'account' | 'merchantId' | 'processorAccountId' | 'amountPiastres'>;

/** Another amount of a line that settled what came: the rest is open in `clearing`. */
function ofDifference(row: OpenAmount): Where | 'notBooked' {
  if (!row.isLineSettled || row.lineMerchantId === null) return 'notBooked';
  return {
    account: 'clearing',
    merchantId: row.lineMerchantId,
    processorAccountId: row.accountId,
    amountPiastres: row.amountPiastres,
  };
}

/** Money that nobody knows is in suspense once its batch is booked. */
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
 * Says whether closing a break with a reason hides money: the ledger or the bank has something open of it, or will have once
 * its batch is booked. A cost that differs, a late cost and rounding leave nothing open.
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
 * Says what writing a break off moves: what stays open of it leaves `clearing`, `suspense` or `bank` for `write_offs`.
 * A batch that nobody has paid is not written off as a whole: its payments stay owed one by one.
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
