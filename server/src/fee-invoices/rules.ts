/** Months and numbers of fee invoices. */
import { cairoDay, startOfCairoDay } from '../platform/time/cairo.ts';

/** A month as `YYYY-MM`. */
export type Month = string;

/** The month of a moment in Cairo. */
export const cairoMonth = (moment: Date): Month => cairoDay(moment).slice(0, 7);

/** The month after. */
export function nextMonth(month: Month): Month {
  const [year = 0, of = 1] = month.split('-').map(Number);
  return of === 12 ? `${year + 1}-01` : `${year}-${String(of + 1).padStart(2, '0')}`;
}

/** When a month begins in Cairo. */
export const startOfMonth = (month: Month): Date => startOfCairoDay(`${month}-01`);

/** The number as it is written: `FI-2026-000041`. */
export const invoiceNumber = (year: number, number: number): string =>
  `FI-${year}-${String(number).padStart(6, '0')}`;

/** The number of a credit note: `FC-2026-000003`. */
export const creditNumber = (year: number, number: number): string =>
  `FC-${year}-${String(number).padStart(6, '0')}`;

/** Reads the number of an invoice as people type it; null when it is none. */
export function numberOf(typed: string): { year: number; number: number } | null {
  const [, year, number] = /^FI-(\d{4})-(\d{1,9})$/i.exec(typed.trim()) ?? [];
  return year && number ? { year: Number(year), number: Number(number) } : null;
}

/** What an invoice says of the payments of one method and VAT rate, or of corrections. Amounts are piastres. */
export interface FeeLine {
  kind: 'payments' | 'corrections';
  method: number | null;
  vatBps: number;
  count: number;
  base: number;
  fee: number;
  vat: number;
}

/** The sums of an invoice's lines, in piastres. */
export function sumsOf(lines: readonly FeeLine[]): { feePiastres: number; vatPiastres: number } {
  return {
    feePiastres: lines.reduce((sum, { fee }) => sum + fee, 0),
    vatPiastres: lines.reduce((sum, { vat }) => sum + vat, 0),
  };
}

/**
 * Whether an invoice of these sums can be issued. A month whose corrections took back more than its fees has none: what it
 * lacks is in the next invoice.
 */
export const canBeIssued = ({ feePiastres, vatPiastres }: ReturnType<typeof sumsOf>): boolean =>
  feePiastres >= 0 && vatPiastres >= 0 && feePiastres + vatPiastres > 0;

/** Piastres of fees and VAT. */
export interface FeeAndVat {
  feePiastres: number;
  vatPiastres: number;
}

/** What an invoice charged at a VAT rate, less what credit notes took back at it. */
export interface LeftAtRate extends FeeAndVat {
  vatBps: number;
}

/** The VAT on a fee, rounded half away from zero, in piastres. */
export const vatAt = (feePiastres: number, vatBps: number): number =>
  Math.round((feePiastres * vatBps) / 10_000);

/**
 * How far the VAT given back may be from its rate: that of an invoice is the sum of each payment's own, rounded one by
 * one. Less than what lies between two rates.
 */
const roundingOf = (feePiastres: number): number => 1 + feePiastres / 200;

/** What is left of an invoice at each rate that it charged, in the order of its lines. */
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
 * The rate at which fees and VAT are given back: one that the invoice charged, whatever the rate is today. All that is
 * left at a rate may be given back as it is. Null when it is none, or more than is left at it.
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
