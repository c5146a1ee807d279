/** Amounts as processors write them. Converted by digits, never by floats: 599.80 × 100 is 59979.99… */

/** Writes piastres with two decimals: 20050 is `200.50`. */
export function toDecimal(piastres: number): string {
  if (!Number.isSafeInteger(piastres) || piastres < 0) throw new RangeError(`${piastres} is no amount`);
  const digits = String(piastres).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Reads an amount of pounds with up to two decimals, more only if they are zero: `1`, `1.5`, `1.50`, `1.500`. Accepts a
 * JSON number as JavaScript writes it. Returns null for anything else, negative amounts and amounts too large to be
 * exact.
 */
export function fromDecimal(text: unknown): number | null {
  if (typeof text !== 'string' && typeof text !== 'number') return null;
  const match = /^(\d{1,13})(?:\.(\d{1,2})0{0,8})?$/.exec(String(text));
  if (!match) return null;
  const piastres = Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`);
  return Number.isSafeInteger(piastres) ? piastres : null;
}
