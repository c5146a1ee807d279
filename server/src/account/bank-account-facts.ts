/** Conversions of bank account details: from a form, for the audit log, and for notifications. */
import type { BankAccountFormValues } from '@daftar/contract/bank-accounts';
import { ATTACHMENT_FILES } from '@daftar/contract/files';
import { attachFile, storeFile } from '../files/index.ts';
import { notifyOwners } from '../notifications/owners.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import type * as store from './store.ts';

export const HREF = '/account-settings?tab=financial';

/** Identifies an account in the audit log without its full numbers. */
export const auditOf = (account: Omit<store.AccountFacts, 'documentPath'>) => ({
  name: account.bankAccountName,
  latinName: account.latinName,
  town: account.town,
  bank: account.bankName,
  branch: account.bankBranch,
  number: hidden(account.bankAccountNumber),
  iban: hidden(account.iban),
  swift: account.swift,
});
const hidden = (number: string) => (number === '' ? '' : `****${number.slice(-4)}`);

const DOCUMENT = 'optionalDocument';

export type LatinParty = Pick<store.AccountFacts, 'latinName' | 'town'>;
export const NO_PARTY: LatinParty = { latinName: '', town: '' };

/** Returns the details in a form; fields that it omits keep their values. */
export const factsOf = (
  { optionalDocument: _, latinName, town, ...facts }: BankAccountFormValues,
  before: LatinParty,
  documentPath: string | null,
): store.AccountFacts => ({
  ...facts,
  latinName: latinName ?? before.latinName,
  town: town ?? before.town,
  documentPath,
});

/** Path of the document of a form: the uploaded file, now stored, or one that was uploaded before. */
export async function documentOf(
  app: App,
  caller: Caller,
  form: BankAccountFormValues,
  file: UploadedFile | null,
): Promise<string | null> {
  if (!file) return form.optionalDocument === '' ? null : form.optionalDocument;
  const kept = await storeFile(app, caller, {
    purpose: 'document',
    file,
    rule: ATTACHMENT_FILES,
    field: DOCUMENT,
  });
  return kept.path;
}

/** Marks a document as used. @throws InvalidError 422 when the merchant has no such file. */
export const refer = (tx: Tx, caller: Caller, path: string, now: Date) =>
  attachFile(tx, caller, path, { purpose: 'document', field: DOCUMENT, now });

/** Tells every owner that an account was chosen or changed. */
export function notifyOfAccount(
  app: App,
  tx: Tx,
  caller: Caller,
  kind: 'bank-account-changed' | 'bank-account-details-changed',
  account: store.AccountFacts,
): Promise<void> {
  return notifyOwners({ ...app, db: tx }, caller, {
    kind,
    params: { bank: account.bankName, account: hidden(account.iban || account.bankAccountNumber) },
    href: HREF,
  });
}
