/** Words that mark an amount as a debit or a credit; pure. */
import { plainHeading as plain } from '../platform/sheets/csv-text.ts';
import { CellProblem } from './values.ts';

/** Splits the words of a profile, normalised for comparison. */
export const wordsOf = (list = ''): string[] =>
  list
    .split(/[,،;\n]/)
    .map(plain)
    .filter(Boolean);

const USUAL = {
  debit: 'DR, D, DB, DBT, debit, debited, withdrawal, مدين, مدينة, خصم, سحب',
  credit: 'CR, C, CRD, CDT, credit, credited, deposit, دائن, دائنة, إضافة, إيداع',
};

/**
 * Creates a reader of sign columns: -1 for a debit, 1 for a credit.
 * @param words from the profile; if empty, the usual ones are recognised
 * @throws CellProblem Required for an empty cell, UnknownWord
 */
export function signReader(words: { debit?: string; credit?: string }): (cell: string) => 1 | -1 {
  const own = wordsOf(words.debit).length + wordsOf(words.credit).length > 0;
  const { debit, credit } = own ? words : USUAL;
  const signs = new Map<string, 1 | -1>();
  for (const word of wordsOf(debit)) signs.set(word, -1);
  for (const word of wordsOf(credit)) signs.set(word, 1);
  return (cell) => {
    const text = cell.trim();
    if (text === '') throw new CellProblem('Required');
    if (text === '-' || text === '+') return text === '-' ? -1 : 1;
    const sign = signs.get(plain(text));
    if (!sign) throw new CellProblem('UnknownWord');
    return sign;
  };
}

/**
 * Gives an amount the sign from the column beside it.
 * @throws CellProblem DebitAndCredit when its own sign contradicts
 */
export function signed(amount: number, sign: 1 | -1): number {
  if (amount < 0 && sign > 0) throw new CellProblem('DebitAndCredit');
  return sign * Math.abs(amount);
}

/** Combines a column of credits with one of debits. @throws CellProblem DebitAndCredit when both have an amount */
export function ofPair(credit: number | null, debit: number | null): number | null {
  if (credit && debit) throw new CellProblem('DebitAndCredit');
  return debit ? -Math.abs(debit) : (credit ?? debit);
}
