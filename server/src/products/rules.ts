/** Pieces of a product: all of them, and those among them that are being paid right now. */
interface Pieces {
  inStock: number;
  reserved: number;
}

/**
 * The pieces a product has after its form was saved. The form speaks of pieces that can be sold; what was sold or
 * reserved since it was opened (`before` is what it showed) is taken off, and never more than there is.
 */
export function stockAfterEdit({ inStock, reserved }: Pieces, wanted: number, before: number | null): number {
  const goneSince = before === null ? 0 : before - (inStock - reserved);
  return Math.max(0, wanted - goneSince) + reserved;
}

const SERIAL_DAY = /^\d{5}(\.\d+)?$/;
/** Day 0 of spreadsheets, as programs have agreed to count since a leap year that was none. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** A row of an import as a person meant it: a workbook keeps a date as a number of days. */
export function tidyRow(raw: Record<string, string>): Record<string, string> {
  const date = raw.created_at?.trim() ?? '';
  const day = SERIAL_DAY.test(date)
    ? new Date(DAY_ZERO + Math.floor(Number(date)) * 86_400_000).toISOString().slice(0, 10)
    : date;
  return { ...raw, created_at: day };
}
