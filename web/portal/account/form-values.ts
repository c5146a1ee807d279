import type { BankAccount } from '@daftar/contract/bank-accounts';
import type { StepUp } from '@daftar/contract/step-up';

/** What the form of a bank account holds. */
export type AccountValues = {
  bankAccountName: string;
  latinName: string;
  town: string;
  bankAccountNumber: string;
  bankName: string;
  bankBranch: string;
  /** Which of the two identifies the account. */
  way: 'iban' | 'swift';
  iban: string;
  swift: string;
  /** A document to be sent with it. */
  optionalDocument: File | null;
};

/** The form of an account, or an empty one. */
export function valuesOf(account: BankAccount | null): AccountValues {
  return {
    bankAccountName: account?.bankAccountName ?? '',
    latinName: account?.latinName ?? '',
    town: account?.town ?? '',
    bankAccountNumber: account?.bankAccountNumber ?? '',
    bankName: account?.bankName ?? '',
    bankBranch: account?.bankBranch ?? '',
    way: account && account.iban === '' ? 'swift' : 'iban',
    iban: account?.iban ?? '',
    swift: account?.swift ?? '',
    optionalDocument: null,
  };
}

/** The API's values: only those of the chosen way. */
export function payloadOf({ way, iban, swift, optionalDocument: _, ...rest }: AccountValues) {
  return { ...rest, iban: way === 'iban' ? iban : '', swift: way === 'swift' ? swift : '' };
}

/** Whether the typed values would send settlements elsewhere. */
export function redirects(account: BankAccount | null, values: AccountValues): boolean {
  if (!account?.receiveSettlements) return false;
  const { iban, swift, bankAccountNumber } = payloadOf(values);
  const plain = (text: string) => text.replace(/[\s-]/g, '').toUpperCase();
  return (
    plain(iban) !== plain(account.iban) ||
    plain(swift) !== plain(account.swift) ||
    plain(bankAccountNumber) !== plain(account.bankAccountNumber)
  );
}

/** The chosen way is required; its error is shown under it. */
export function rulesOf({ way, ...values }: AccountValues): Record<string, string | undefined> {
  return values[way].trim() === '' ? { [way]: 'Required' } : {};
}

/** The call's form. */
export function bodyOf(values: AccountValues, bankAccountId?: number, proof: StepUp = {}): FormData {
  const body = new FormData();
  if (bankAccountId !== undefined) body.append('bankAccountId', String(bankAccountId));
  for (const [name, value] of Object.entries(payloadOf(values))) body.append(name, value);
  for (const [name, value] of Object.entries(proof)) if (value) body.append(name, value);
  // Last, so that the server knows the fields before the file arrives.
  const { optionalDocument } = values;
  if (optionalDocument) body.append('optionalDocument', optionalDocument, optionalDocument.name);
  return body;
}

/** Entries of a list separated by commas or lines. */
export function entriesOf(text: string): string[] {
  return text
    .split(/[,،\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
