/** Decides whether a statement is of our account, in whatever form its bank writes the number; pure. */

/** The known facts of our account. */
export interface OwnAccount {
  iban: string;
  /** Empty if unknown. */
  bic: string;
}

/** Minimum number of digits that identify an account; many accounts share a shorter ending. */
const LEAST_DIGITS = 6;
const CURRENCY = /(?<=\d)[\s/-]{0,3}[A-Z]{3}$/;
const BIC = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
const digitsOf = (text: string) => text.replace(/^0+/, '');

/** Returns whether a bank code, branch or BIC beside the number agrees with our account. Words are ignored. */
function agrees(part: string, { iban, bic }: OwnAccount): boolean {
  if (BIC.test(part)) return bic === '' || part.slice(0, 8) === bic.slice(0, 8);
  if (!/\d/.test(part)) return true;
  // Bank and branch of an Egyptian IBAN have four digits each.
  const [bank, branch] = [iban.slice(4, 8), iban.slice(8, 12)];
  const known = [bank, branch, bank + branch, `EG${iban.slice(2, 4)}`, '0'].map(digitsOf);
  return known.includes(digitsOf(part));
}

const isNumber = (digits: string, iban: string) =>
  /^\d+$/.test(digits) && digits.length >= LEAST_DIGITS && iban.endsWith(digits);

/**
 * Compares the account named by a statement with ours: its IBAN, or its number, alone or with the bank, branch or
 * currency before or behind it, joined by blanks, dashes, points or slashes.
 * @returns `other` for another account; `number` when only a number matches ours
 */
export function compareAccount(own: OwnAccount, said: string): 'iban' | 'number' | 'other' {
  const { iban } = own;
  const text = said
    .toUpperCase()
    .replace(/[\p{Cf}]/gu, '')
    .trim();
  if (text === '') return 'number';
  const joined = (each: string) => each.replace(/[^0-9A-Z]/g, '');
  const bare = text.replace(CURRENCY, '');
  if (joined(text) === iban || joined(bare) === iban) return 'iban';
  const parts = bare.split(/[^0-9A-Z]+/).filter((part) => part !== '');
  const [others, number] = [parts.slice(0, -1), parts.at(-1) ?? ''];
  const isOurs = (rest: readonly string[]) => rest.every((part) => agrees(part, own));
  if (number === iban && isOurs(others)) return 'iban';
  if (isNumber(digitsOf(number), iban) && isOurs(others)) return 'number';
  // A number in groups, or preceded by bank and branch as in the IBAN.
  return isNumber(digitsOf(joined(bare)), iban) ? 'number' : 'other';
}
