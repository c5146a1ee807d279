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
 * Whether money sent to one bank account arrives in the other, whichever of its numbers the transfer is written by: IBAN,
 * account number and bank are the same. A SWIFT code that only one of them names says nothing beside one IBAN.
 */
export function isSameAccount(a: Reached, b: Reached): boolean {
  const digits = (text: string) => text.replace(/\W/g, '');
  const isSameNumber = digits(a.bankAccountNumber) === digits(b.bankAccountNumber);
  const isUnsaid = a.iban !== '' && (a.swift === '' || b.swift === '');
  return a.iban === b.iban && isSameNumber && (a.swift === b.swift || isUnsaid);
}
