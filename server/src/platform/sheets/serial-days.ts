/** Days that workbooks keep as numbers. */

/** Where a workbook begins to count its days. */
export type Serials = 'from1900' | 'from1904';

/** The moment of day 0. From 1900 Excel counts one day too many until February 1900, so its day 0 is the last but one of 1899. */
export const DAY_ZERO: Readonly<Record<Serials, number>> = {
  from1900: Date.UTC(1899, 11, 30),
  from1904: Date.UTC(1904, 0, 1),
};

const DAY_MILLISECONDS = 86_400_000;

/** The day of a number, whose decimals are the time: `YYYY-MM-DD`. */
export const dayOfSerial = (serial: number, serials: Serials): string =>
  new Date(DAY_ZERO[serials] + Math.floor(serial) * DAY_MILLISECONDS).toISOString().slice(0, 10);
