/** Restores numeric identifiers, such as mobiles and codes, that spreadsheets have changed. */

/** A number with an exponent that has all of its digits: `1.001234567E+09`, but not `1.00123E+09`, which lost some. */
const SCIENTIFIC = /^(\d)[.,](\d+)e\+?(\d{1,2})$/i;

/**
 * Reads a number as its digits: without the apostrophe that makes it text, without `.0`, and without an exponent if no
 * digit was lost. Anything else is returned trimmed.
 */
export function digitsTyped(cell: string): string {
  const text = cell.trim().replace(/^['\u2018\u2019`]\s*(?=[+\d\u0660-\u0669])/, '');
  const [, first, rest, power] = SCIENTIFIC.exec(text) ?? [];
  if (first && rest && Number(power) === rest.length) return first + rest;
  return text.replace(/^(\+?\d+)\.0+$/, '$1');
}
