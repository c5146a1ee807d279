/** Parses the text typed to find a fee invoice. */
import { toLatinDigits } from '@daftar/contract/text';
import { typedText } from '../platform/lists/search.ts';
import { meaningOf } from '../platform/lists/typed.ts';
import type { Month } from './rules.ts';

/** The meaning of the text in the search field of a list of invoices. */
export type Sought =
  | { is: 'number'; series: 'invoice' | 'credit-note'; year: number; number: number }
  | { is: 'month'; month: Month }
  | { is: 'total'; piastres: number }
  | { is: 'nothing' };

/** Parses the typed text: a number, a month or a total; null when nothing was typed. */
export function soughtBy(typed: string | undefined): Sought | null {
  const text = toLatinDigits(typedText(typed ?? ''));
  if (text === '') return null;
  const [, kind, year, number] = /^(F[IC])-?(\d{4})-(\d{1,9})$/i.exec(text) ?? [];
  if (kind) {
    const series = kind.toUpperCase() === 'FI' ? 'invoice' : 'credit-note';
    return { is: 'number', series, year: Number(year), number: Number(number) };
  }
  const [, first, last] = /^([1-8]\d{3})[-/](\d{1,2})$/.exec(text) ?? [];
  const [, before, after] = /^(\d{1,2})[-/]([1-8]\d{3})$/.exec(text) ?? [];
  const month = Number(last ?? before);
  if (month >= 1 && month <= 12) {
    return { is: 'month', month: `${first ?? after}-${String(month).padStart(2, '0')}` };
  }
  const { piastres } = meaningOf(text);
  return piastres === null ? { is: 'nothing' } : { is: 'total', piastres };
}
