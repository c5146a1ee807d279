/** Months and numbers of fee invoices. */
import { cairoDay, startOfCairoDay } from '../platform/time/cairo.ts';

/** A month as `YYYY-MM`. */
export type Month = string;

/** Returns the month of a moment in Cairo. */
export const cairoMonth = (moment: Date): Month => cairoDay(moment).slice(0, 7);

/** Returns the month after. */
export function nextMonth(month: Month): Month {
  const [year = 0, of = 1] = month.split('-').map(Number);
  return of === 12 ? `${year + 1}-01` : `${year}-${String(of + 1).padStart(2, '0')}`;
}

/** Returns when a month begins in Cairo. */
export const startOfMonth = (month: Month): Date => startOfCairoDay(`${month}-01`);

/** Returns the formatted number of an invoice: `FI-2026-000041`. */
export const invoiceNumber = (year: number, number: number): string =>
  `FI-${year}-${String(number).padStart(6, '0')}`;

/** Returns the formatted number of a credit note: `FC-2026-000003`. */
export const creditNumber = (year: number, number: number): string =>
  `FC-${year}-${String(number).padStart(6, '0')}`;

/** Parses the number of an invoice as people type it; null when it is none. */
export function numberOf(typed: string): { year: number; number: number } | null {
  const [, year, number] = /^FI-(\d{4})-(\d{1,9})$/i.exec(typed.trim()) ?? [];
  return year && number ? { year: Number(year), number: Number(number) } : null;
}

/** A line of an invoice: payments of one method and VAT rate, or corrections. Amounts are in piastres. */
export interface FeeLine {
  kind: 'payments' | 'corrections';
  method: number | null;
  vatBps: number;
  count: number;
  base: number;
  fee: number;
  vat: number;
}

/** Returns the sums of an invoice's lines, in piastres. */
export function sumsOf(lines: readonly FeeLine[]): { feePiastres: number; vatPiastres: number } {
  return {
    feePiastres: lines.reduce((sum, { fee }) => sum + fee, 0),
    vatPiastres: lines.reduce((sum, { vat }) => sum + vat, 0),
  };
}

/**
 * Returns whether an invoice of these sums can be issued. A month whose corrections exceeded its fees has none; the
 * difference is in the next invoice.
 */
export const canBeIssued = ({ feePiastres, vatPiastres }: ReturnType<typeof sumsOf>): boolean =>
  feePiastres >= 0 && vatPiastres >= 0 && feePiastres + vatPiastres > 0;

/** Piastres of fees and VAT. */
export interface FeeAndVat {
  feePiastres: number;
  vatPiastres: number;
}

/** The amounts that an invoice charged at a VAT rate, less its credit notes at that rate. */
export interface LeftAtRate extends FeeAndVat {
  vatBps: number;
}

/** Returns the VAT on a fee, rounded half away from zero, in piastres. */
export const vatAt = (feePiastres: number, vatBps: number): number =>
  Math.round((feePiastres * vatBps) / 10_000);

/**
 * Returns the tolerance of the VAT given back at a rate, because that of an invoice is the sum of each payment's own,
 * rounded one by one. It is less than the difference between two rates.
 */
const roundingOf = (feePiastres: number): number => 1 + feePiastres / 200;

/** Returns the rest of an invoice at each rate that it charged, in the order of its lines. */
export function leftByRate(lines: readonly FeeLine[], notes: readonly LeftAtRate[]): LeftAtRate[] {
  const rates = [...new Set(lines.map(({ vatBps }) => vatBps))];
  return rates.map((vatBps) => {
    const charged = sumsOf(lines.filter((line) => line.vatBps === vatBps));
    const back = notes.filter((note) => note.vatBps === vatBps);
    return {
      vatBps,
      feePiastres: back.reduce((left, note) => left - note.feePiastres, charged.feePiastres),
      vatPiastres: back.reduce((left, note) => left - note.vatPiastres, charged.vatPiastres),
    };
  });
}

/**
 * Returns the rate at which fees and VAT are given back: one that the invoice charged, whatever the rate is today.
 * The whole rest at a rate can always be given back. Null when no rate fits, or the amounts exceed its rest.
 */
export function rateOfCredit(left: readonly LeftAtRate[], back: FeeAndVat): number | null {
  const { feePiastres, vatPiastres } = back;
  const offBy = ({ vatBps, ...rest }: LeftAtRate) =>
    rest.feePiastres === feePiastres && rest.vatPiastres === vatPiastres
      ? 0
      : Math.abs(vatPiastres - vatAt(feePiastres, vatBps));
  const [nearest] = left
    .filter((at) => feePiastres <= at.feePiastres && vatPiastres <= at.vatPiastres)
    .filter((at) => offBy(at) <= roundingOf(feePiastres))
    .sort((a, b) => offBy(a) - offBy(b));
  return nearest?.vatBps ?? null;
}
