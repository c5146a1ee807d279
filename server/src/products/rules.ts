import { dayOfSerial, type Serials } from '../platform/sheets/serial-days.ts';
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

/** A whole number as spreadsheets write one: `124.0`. */
const WHOLE = /^(\s*[\d\u0660-\u0669]+)[.٫][0\u0660]+\s*$/;

/**
 * Normalizes a row of an import: workbooks store a date as a number of days, and write pieces with decimals. The number of a day
 * in text is left as it is, to be refused, because text does not say from when it counts.
 */
export function tidyRow(
  raw: Record<string, string>,
  serials: Serials | null = 'from1900',
): Record<string, string> {
  const date = raw.created_at?.trim() ?? '';
  const day = serials !== null && SERIAL_DAY.test(date) ? dayOfSerial(Number(date), serials) : date;
  const names = { ...(raw.product_code !== undefined && { product_code: digitsTyped(raw.product_code) }) };
  const pieces = raw.in_stock === undefined ? undefined : digitsTyped(raw.in_stock).replace(WHOLE, '$1');
  return { ...raw, ...names, ...(pieces !== undefined && { in_stock: pieces }), created_at: day };
}
