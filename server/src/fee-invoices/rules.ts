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
