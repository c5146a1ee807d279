import { digitsTyped } from '../platform/sheets/tidy.ts';

/** Pieces of a product: all in stock, and those reserved by payments in progress. */
interface Pieces {
  inStock: number;
  reserved: number;
}

/**
 * Returns the stock after a form was saved. The form states the pieces that can be sold; pieces sold or reserved
 * since it was opened (`before` is the number that it showed) are subtracted, down to zero.
 */
export function stockAfterEdit({ inStock, reserved }: Pieces, wanted: number, before: number | null): number {
  const goneSince = before === null ? 0 : before - (inStock - reserved);
  return Math.max(0, wanted - goneSince) + reserved;
}

const SERIAL_DAY = /^\d{5}(\.\d+)?$/;
/** Day 0 of spreadsheets, which by convention count a leap day in 1900. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** A whole number as spreadsheets write one: `124.0`. */
const WHOLE = /^(\s*[\d\u0660-\u0669]+)[.٫][0\u0660]+\s*$/;

/** Normalizes a row of an import: workbooks store a date as a number of days, and write pieces with decimals. */
export function tidyRow(raw: Record<string, string>): Record<string, string> {
  const date = raw.created_at?.trim() ?? '';
  const day = SERIAL_DAY.test(date)
    ? new Date(DAY_ZERO + Math.floor(Number(date)) * 86_400_000).toISOString().slice(0, 10)
    : date;
  const names = { ...(raw.product_code !== undefined && { product_code: digitsTyped(raw.product_code) }) };
  const pieces = raw.in_stock === undefined ? undefined : digitsTyped(raw.in_stock).replace(WHOLE, '$1');
  return { ...raw, ...names, ...(pieces !== undefined && { in_stock: pieces }), created_at: day };
}
