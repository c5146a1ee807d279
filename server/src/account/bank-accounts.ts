import type { BankAccount, BankAccountFormValues } from '@daftar/contract/bank-accounts';
import { DOCUMENT_FILES } from '@daftar/contract/files';
import { type ProviderAuthor, recordAudit, recordProviderAudit } from '../audit/record.ts';
import { attachFile, detachFile, storeFile } from '../files/index.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import { BankAccountNotFound, TooManyBankAccounts } from './errors.ts';
import { isSameAccount } from './rules.ts';
import * as store from './store.ts';

const ACCOUNTS_MAXIMUM = 50;

/** The caller's bank accounts in the order they were added; the same in both modes. */
export async function listBankAccounts(app: App, scope: Pick<Scope, 'merchantId'>): Promise<BankAccount[]> {
  const accounts = await store.listAccounts(app.db, scope);
  return accounts.map(({ id, documentPath, receives, ...facts }) => ({
    bankAccountId: id,
    ...facts,
    optionalDocument: documentPath ?? '',
    receiveSettlements: receives,
  }));
}

/** What the log keeps of an account: which one it is, not its whole number. */
const auditOf = (account: Omit<store.AccountFacts, 'documentPath'>) => ({
  name: account.bankAccountName,
  bank: account.bankName,
  number: hidden(account.bankAccountNumber),
  iban: hidden(account.iban),
  swift: account.swift,
});
const hidden = (number: string) => (number === '' ? '' : `****${number.slice(-4)}`);

const DOCUMENT = 'optionalDocument';

/** Where the document of a form is: the file that came with it, kept, or one that was sent before. */
async function documentOf(
  app: App,
  caller: Caller,
  form: BankAccountFormValues,
  file: UploadedFile | null,
): Promise<string | null> {
  if (!file) return form.optionalDocument === '' ? null : form.optionalDocument;
  const kept = await storeFile(app, caller, {
    purpose: 'document',
    file,
    rule: DOCUMENT_FILES,
    field: DOCUMENT,
  });
  return kept.path;
}

/** Refers to a document. @throws InvalidError 422 when the merchant has no such file. */
const refer = (tx: Tx, caller: Caller, path: string, now: Date) =>
  attachFile(tx, caller, path, { purpose: 'document', field: DOCUMENT, now });

/**
 * Adds a bank account. It receives nothing until it is told to.
 * @throws TooManyBankAccounts, InvalidError 422 for its document
 */
export async function addBankAccount(
  app: App,
  caller: Caller,
  form: BankAccountFormValues,
  file: UploadedFile | null,
): Promise<{ bankAccountId: number }> {
  const now = app.clock.now();
  const documentPath = await documentOf(app, caller, form, file);
  return transaction(app.db, async (tx) => {
    const others = await store.lockAccounts(tx, caller);
    if (others.length >= ACCOUNTS_MAXIMUM) throw new TooManyBankAccounts(ACCOUNTS_MAXIMUM);
    const { optionalDocument: _, ...facts } = form;
    if (documentPath) await refer(tx, caller, documentPath, now);
    const bankAccountId = await store.insertAccount(tx, caller, { ...facts, documentPath }, now);
    await recordAudit(tx, caller, now, {
      action: 'bank-account.add',
      subject: `bank-account:${bankAccountId}`,
      after: auditOf(form),
    });
    return { bankAccountId };
  });
}

/**
 * In the transaction that lets a merchant in: the account that was verified is there, once, and receives settlements
 * unless another does already.
 */
export async function addVerifiedAccount(
  tx: Tx,
  by: ProviderAuthor,
  verified: store.AccountFacts,
  now: Date,
): Promise<void> {
  const accounts = await store.lockAccounts(tx, by);
  const known = accounts.find((account) => isSameAccount(account, verified));
  const id = known?.id ?? (await store.insertAccount(tx, by, verified, now));
  const isFirst = !accounts.some((account) => account.receives);
  if (isFirst) await store.setReceiving(tx, by, id, now);
  await recordProviderAudit(tx, by, now, {
    action: 'bank-account.verified',
    subject: `bank-account:${id}`,
    after: { ...auditOf(verified), receives: isFirst || known?.receives === true },
  });
}

/**
 * Changes a bank account. Without a new document the old one stays.
 * @throws BankAccountNotFound, InvalidError 422 for its document
 */
export async function updateBankAccount(
  app: App,
  caller: Caller,
  id: number,
  form: BankAccountFormValues,
  file: UploadedFile | null,
): Promise<void> {
  const now = app.clock.now();
  const sent = await documentOf(app, caller, form, file);
  await transaction(app.db, async (tx) => {
    const before = (await store.lockAccounts(tx, caller)).find((account) => account.id === id);
    if (!before) throw new BankAccountNotFound();
    const { optionalDocument: _, ...facts } = form;
    const documentPath = sent ?? before.documentPath;
    if (documentPath && documentPath !== before.documentPath) {
      await refer(tx, caller, documentPath, now);
      if (before.documentPath) await detachFile(tx, caller, before.documentPath);
    }
    await store.updateAccount(tx, caller, id, { ...facts, documentPath }, now);
    await recordAudit(tx, caller, now, {
      action: 'bank-account.update',
      subject: `bank-account:${id}`,
      before: auditOf(before),
      after: auditOf(form),
    });
  });
}

/** Takes a bank account away; settlements paid to it keep naming it. @throws BankAccountNotFound */
export async function deleteBankAccount(app: App, caller: Caller, id: number): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const before = (await store.lockAccounts(tx, caller)).find((account) => account.id === id);
    if (!before) throw new BankAccountNotFound();
    await store.deleteAccount(tx, caller, id, now);
    if (before.documentPath) await detachFile(tx, caller, before.documentPath);
    await recordAudit(tx, caller, now, {
      action: 'bank-account.delete',
      subject: `bank-account:${id}`,
      before: { ...auditOf(before), receives: before.receives },
    });
  });
}

/**
 * Turns an account's receiving of settlements on, and every other's off; or off when it was on: then settlements go to
 * the available balance. @returns whether it receives now. @throws BankAccountNotFound
 */
export async function toggleReceiving(app: App, caller: Caller, id: number): Promise<boolean> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const accounts = await store.lockAccounts(tx, caller);
    const chosen = accounts.find((account) => account.id === id);
    if (!chosen) throw new BankAccountNotFound();
    const receives = !chosen.receives;
    await store.setReceiving(tx, caller, receives ? id : null, now);
    await recordAudit(tx, caller, now, {
      action: 'bank-account.receive',
      subject: `bank-account:${id}`,
      before: { receiving: accounts.find((account) => account.receives)?.id ?? null },
      after: { receiving: receives ? id : null },
    });
    return receives;
  });
}
