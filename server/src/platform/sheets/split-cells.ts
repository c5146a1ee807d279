import { toLatinDigits } from '@daftar/contract/digits';

/** A number of up to three digits, and what follows the comma that sets its thousands or decimals apart. */
const BEFORE = /^\s*[-+]?[1-9]\d{0,2}\s*$/;
const BEHIND = /^\s*(?:\d{3}(?:[.٫]\d+)?|\d{2})\s*$/;

/**
 * The column of a number that a comma without quotes has split, as in `Cake,1,500.00`, in a row of text that is wider than its
 * headings.
 */
export function splitColumn(headings: readonly string[], cells: readonly string[]): number | undefined {
  const width = headings.findLastIndex((heading) => heading !== '') + 1;
  if (width === 0 || cells.slice(width).every((cell) => cell === '')) return undefined;
  const latin = cells.map(toLatinDigits);
  const at = latin.findIndex((cell, place) => BEFORE.test(cell) && BEHIND.test(latin[place + 1] ?? ''));
  return at >= 0 && at < width ? at : undefined;
}
