import { PAYMENT_METHOD_IDS } from '@daftar/contract/lookups';

/** Returns whether a payment method can be the default: none, or an allowed one. */
export function isOffered(method: number | null, allowed: readonly number[]): boolean {
  return method === null || allowed.includes(method);
}

/** Returns the allowed methods as stored: null for all, so that methods added later are allowed too. */
export function storedMethods(allowed: readonly number[]): number[] | null {
  const ids = PAYMENT_METHOD_IDS.filter((id) => allowed.includes(id));
  return ids.length === PAYMENT_METHOD_IDS.length ? null : ids;
}

/** Returns the entries of a typed list: trimmed, without blanks and duplicates. */
export function entriesOf(typed: readonly string[]): string[] {
  const entries = typed.flatMap((text) => text.split(',')).map((entry) => entry.trim());
  return [...new Set(entries.filter((entry) => entry !== ''))];
}

interface Reached {
  iban: string;
  swift: string;
  bankAccountNumber: string;
}

/**
 * Returns whether money still arrives in the same account after a change, by whichever numbers a transfer is made:
 * IBAN, account number and bank must be equal. With an IBAN the SWIFT code may be removed, but a new one may name
 * another bank.
 */
export function isSameAccount(before: Reached, after: Reached): boolean {
  const digits = (text: string) => text.replace(/\W/g, '');
  const isSameNumber = digits(before.bankAccountNumber) === digits(after.bankAccountNumber);
  const isLeftOut = after.iban !== '' && after.swift === '';
  return before.iban === after.iban && isSameNumber && (before.swift === after.swift || isLeftOut);
}

interface Named {
  bankAccountName: string;
  latinName: string;
  town: string;
  bankName: string;
  bankBranch: string;
}

const PARTY = [
  'bankAccountName',
  'latinName',
  'town',
  'bankName',
  'bankBranch',
] as const satisfies (keyof Named)[];

/**
 * Returns whether bank files contain the same holder and the same bank after a change, regardless of the account's
 * numbers.
 */
export const isSameParty = (before: Named, after: Named): boolean =>
  PARTY.every((name) => before[name] === after[name]);
