import type { Db } from '../platform/db/connect.ts';
import type { Owner, TransferKind } from './accounts.ts';
import { asLedgerError } from './errors.ts';
import type { Line } from './lines.ts';

/** One complete movement of money: reason, reference, time and balanced lines. */
export interface Transfer extends Owner {
  kind: TransferKind;
  /** The cause in the caller's terms (`payment:81`); the ledger does not interpret it. */
  reference: string;
  /** 1–255 characters, unique per merchant and mode; the same key with the same content posts once. */
  idempotencyKey: string;
  /** When it happened; a retry with another time still counts as the same transfer. */
  effectiveAt: Date;
  /** ISO 4217, `EGP`. */
  currency: string;
  /**
   * At most one line per account; zero amounts are dropped. Another account at a processor counts as different content.
   */
  lines: Line[];
  /** The transfer that this `correction` corrects. */
  correctsTransferId?: number;
}

/** The signed amount of a line: credit positive, debit negative. */
function signedPiastres(line: Line): number {
  const { amountPiastres } = line;
  if (!Number.isSafeInteger(amountPiastres) || amountPiastres < 0) {
    throw new RangeError(`not an amount in piastres: ${amountPiastres}`);
  }
  return 'credit' in line ? amountPiastres : -amountPiastres;
}

/** Returns the account at a processor that the `clearing` line names. */
function processorAccountOf(lines: readonly Line[]): number | null {
  for (const line of lines) if ('processorAccountId' in line) return line.processorAccountId;
  return null;
}

/**
 * Posts a transfer in one round trip (`ledger_post`). Call it last in a transaction, after locking the noun's own rows:
 * it locks the merchant's ledger in that mode until the transaction ends.
 * @returns its id; `created` is false if the key had posted it before.
 * @throws InsufficientFunds, IdempotencyConflict, LedgerRefusal (a caller's defect); the transaction is then aborted.
 * RangeError if an amount is not a whole number of piastres.
 */
export async function postTransfer(
  tx: Db,
  transfer: Transfer,
): Promise<{ transferId: number; created: boolean }> {
  const { lines, currency } = transfer;
  const accounts = lines.map((line) => ('credit' in line ? line.credit : line.debit));
  const amounts = lines.map(signedPiastres);
  try {
    // Array literals as text, so that the driver does not need to know the enum's array type.
    const [row] = await tx<{ transferId: number; created: boolean }[]>`
      select transfer_id as "transferId", created
        from ledger_post(
          ${transfer.merchantId}, ${transfer.mode}, ${transfer.kind}, ${transfer.reference},
          ${transfer.idempotencyKey}, ${transfer.effectiveAt},
          ${`{${accounts.join(',')}}`}::ledger_account_kind[],
          array_fill(${currency}::char(3), array[${lines.length}::int]),
          ${`{${amounts.join(',')}}`}::bigint[],
          ${transfer.correctsTransferId ?? null}, ${processorAccountOf(lines)})`;
    return row!;
  } catch (error) {
    throw asLedgerError(error);
  }
}
