import { PAYMENT_METHOD_IDS } from '@daftar/contract/lookups';

/** Whether payers can be offered a way to pay first: none in particular, or an allowed one. */
export function isOffered(method: number | null, allowed: readonly number[]): boolean {
  return method === null || allowed.includes(method);
}

/** Allowed methods as they are stored: null for every one, so that a later method is allowed too. */
export function storedMethods(allowed: readonly number[]): number[] | null {
  const ids = PAYMENT_METHOD_IDS.filter((id) => allowed.includes(id));
  return ids.length === PAYMENT_METHOD_IDS.length ? null : ids;
}

/** The entries of a typed list: trimmed, blanks and repetitions left out. */
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
 * Whether money sent to a bank account still arrives in it once it is written as `after`, whichever of its numbers the
 * transfer is made by: IBAN, account number and bank are the same. Beside an IBAN the SWIFT code may be left out; one that was
 * not there before may name another bank.
 */
export function isSameAccount(before: Reached, after: Reached): boolean {
  const digits = (text: string) => text.replace(/\W/g, '');
  const isSameNumber = digits(before.bankAccountNumber) === digits(after.bankAccountNumber);
  const isLeftOut = after.iban !== '' && after.swift === '';
  return before.iban === after.iban && isSameNumber && (before.swift === after.swift || isLeftOut);
}
