import type { BankAccount, BankAccountFormValues } from '@daftar/contract/bank-accounts';
import { DOCUMENT_FILES } from '@daftar/contract/files';
import type { StepUp } from '@daftar/contract/step-up';
import { onApproval } from '../approvals/registry.ts';
import { ask, changesWaiting, takesSecondPerson } from '../approvals/service.ts';
import { type ProviderAuthor, recordAudit, recordProviderAudit } from '../audit/record.ts';
import { requireStepUp } from '../auth/step-up.ts';
import { attachFile, detachFile, storeFile } from '../files/index.ts';
import { tellOwners } from '../notifications/owners.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError } from '../platform/http/errors.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import { AccountChangedMeanwhile, BankAccountNotFound, TooManyBankAccounts } from './errors.ts';
import { isSameAccount } from './rules.ts';
import * as store from './store.ts';

const ACCOUNTS_MAXIMUM = 50;
const LIVE_CAPABLE = 3;
const HREF = '/account-settings?tab=financial';

/** The caller's bank accounts in the order they were added; the same in both modes. */
export async function listBankAccounts(app: App, scope: Pick<Scope, 'merchantId'>): Promise<BankAccount[]> {
  const accounts = await store.listAccounts(app.db, scope);
  const waiting = await changesWaiting(app, { ...scope, mode: 'live' }, 'bank-account');
  return accounts.map(({ id, documentPath, receives, version: _, restsUntil, ...facts }) => ({
    bankAccountId: id,
    ...facts,
    optionalDocument: documentPath ?? '',
    receiveSettlements: receives,
    settlementsFrom: receives && restsUntil && restsUntil > app.clock.now() ? restsUntil.toISOString() : null,
    changeWaits: waiting.some((change) => change.bankAccountId === id),
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
 * In the transaction that lets a merchant in: the account that was verified is there, once, as the papers say it, and
 * receives settlements. One that was chosen in the test stage no longer does: nobody verified it.
 */
export async function addVerifiedAccount(
  tx: Tx,
  by: ProviderAuthor,
  verified: store.AccountFacts,
  now: Date,
): Promise<void> {
  const accounts = await store.lockAccounts(tx, by);
  // One IBAN is one account, however its other numbers were written in the papers.
  const known =
    accounts.find((account) => isSameAccount(account, verified)) ??
    accounts.find(({ iban }) => iban !== '' && iban === verified.iban);
  const id = known?.id ?? (await store.insertAccount(tx, by, verified, now));
  if (known && !isSameAccount(known, verified)) {
    await store.updateAccount(tx, by, id, verified, now, null);
    if (known.documentPath && known.documentPath !== verified.documentPath) {
      await detachFile(tx, by, known.documentPath);
    }
  }
  const receiving = accounts.find((account) => account.receives);
  if (receiving?.id !== id) await store.setReceiving(tx, by, id, now);
  await recordProviderAudit(tx, by, now, {
    action: 'bank-account.verified',
    subject: `bank-account:${id}`,
    before: { receiving: receiving?.id ?? null },
    after: { ...auditOf(verified), receives: true },
  });
}

/**
 * Changes a bank account. Without a new document the old one stays, unless money would go elsewhere: then it belongs to
 * another account. Where settlements go is changed as by `toggleReceiving`.
 * @returns whether the change waits for a second person.
 * @throws BankAccountNotFound, InvalidError 422 for its document or a wrong password
 */
export async function updateBankAccount(
  app: App,
  caller: Caller,
  id: number,
  form: BankAccountFormValues,
  file: UploadedFile | null,
  proof: StepUp,
): Promise<{ waits: boolean }> {
  const seen = (await store.listAccounts(app.db, caller)).find((account) => account.id === id);
  if (!seen) throw new BankAccountNotFound();
  const isProven = seen.receives && !isSameAccount(seen, form);
  if (isProven) await requireStepUp(app, caller, proof);
  const now = app.clock.now();
  const sent = await documentOf(app, caller, form, file);
  return transaction(app.db, async (tx) => {
    const before = (await store.lockAccounts(tx, caller)).find((account) => account.id === id);
    if (!before) throw new BankAccountNotFound();
    const isElsewhere = !isSameAccount(before, form);
    const redirects = before.receives && isElsewhere;
    // It began to receive since the password was judged.
    if (redirects && !isProven) throw InvalidError.field('current_password', 'Required');
    const { optionalDocument: _, ...facts } = form;
    const isNew = sent !== null && sent !== before.documentPath;
    const documentPath = isNew ? sent : isElsewhere ? null : before.documentPath;
    if (isNew) await refer(tx, caller, sent, now);
    const changed = { ...facts, documentPath };
    if (redirects && (await takesSecondPerson(app, tx, ofMoney(caller)))) {
      await askForChange(app, tx, caller, before, changed);
      return { waits: true };
    }
    await applyFacts(app, tx, caller, before, changed);
    return { waits: false };
  });
}

/** Writes a locked account anew; where settlements go elsewhere by it, they rest, and every owner is told. */
async function applyFacts(
  app: App,
  tx: Tx,
  caller: Caller,
  before: store.StoredAccount,
  facts: store.AccountFacts,
): Promise<void> {
  const now = app.clock.now();
  const redirects = before.receives && !isSameAccount(before, facts);
  const restsUntil = redirects ? restFrom(app, now) : before.restsUntil;
  await store.updateAccount(tx, caller, before.id, facts, now, restsUntil);
  if (before.documentPath && before.documentPath !== facts.documentPath) {
    await detachFile(tx, caller, before.documentPath);
  }
  await recordAudit(tx, caller, now, {
    action: 'bank-account.update',
    subject: `bank-account:${before.id}`,
    before: auditOf(before),
    after: auditOf(facts),
  });
  if (redirects) await tellOfRedirect(app, tx, caller, facts);
}

/** A change of where settlements go, as a request keeps it. */
interface Change {
  bankAccountId: number;
  /** The version of it that was seen. */
  version: number;
  /** What it is to become; null: it is to receive as it is. */
  facts: store.AccountFacts | null;
}

const restFrom = (app: App, now: Date) => new Date(now.getTime() + app.config.bankRestHours * 3_600_000);

/** Bank accounts are the same in both modes; what is done to them is done to real money once there is any. */
const ofMoney = (caller: Caller): Caller =>
  caller.merchantStatus === LIVE_CAPABLE ? { ...caller, mode: 'live' } : caller;

function tellOfRedirect(app: App, tx: Tx, caller: Caller, account: store.AccountFacts): Promise<void> {
  return tellOwners({ ...app, db: tx }, ofMoney(caller), {
    kind: 'bank-account-changed',
    params: { bank: account.bankName, account: hidden(account.iban || account.bankAccountNumber) },
    href: HREF,
  });
}

async function askForChange(
  app: App,
  tx: Tx,
  caller: Caller,
  account: store.StoredAccount,
  facts: store.AccountFacts | null,
): Promise<void> {
  const { bankAccountName, bankName, iban, bankAccountNumber } = facts ?? account;
  const change: Change = { bankAccountId: account.id, version: account.version, facts };
  await ask(app, tx, ofMoney(caller), {
    kind: 'bank-account',
    amountPiastres: 0,
    accountName: bankAccountName,
    bankName,
    iban: iban || bankAccountNumber,
    change: { ...change },
  });
}

onApproval('bank-account', (app, caller, request, write) =>
  transaction(app.db, async (tx) => {
    const { bankAccountId, version, facts } = request.change as unknown as Change;
    const accounts = await store.lockAccounts(tx, caller);
    const account = accounts.find(({ id }) => id === bankAccountId);
    if (!account || account.version !== version) throw new AccountChangedMeanwhile();
    await write(tx);
    if (facts) await applyFacts(app, tx, caller, account, facts);
    else await applyReceiving(app, tx, caller, accounts, account);
  }),
);

/**
 * Takes a bank account away; settlements paid to it keep naming it. Of the one that receives them the caller proves who they are,
 * and every owner is told. @throws BankAccountNotFound, InvalidError 422 for a wrong password
 */
export async function deleteBankAccount(app: App, caller: Caller, id: number, proof: StepUp): Promise<void> {
  const now = app.clock.now();
  const seen = (await store.listAccounts(app.db, caller)).find((account) => account.id === id);
  if (seen?.receives) await requireStepUp(app, caller, proof);
  await transaction(app.db, async (tx) => {
    const before = (await store.lockAccounts(tx, caller)).find((account) => account.id === id);
    if (!before) throw new BankAccountNotFound();
    // It began to receive since the password was judged.
    if (before.receives && !seen?.receives) throw InvalidError.field('current_password', 'Required');
    await store.deleteAccount(tx, caller, id, now);
    if (before.receives) {
      await tellOwners({ ...app, db: tx }, ofMoney(caller), { kind: 'bank-account-stopped', href: HREF });
    }
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
 * the available balance. The caller proves who they are, and every owner is told. Where the merchant wants second persons,
 * one agrees first; and settlements wait some days before they go to an account in place of another, unless some went to it
 * before.
 * @returns whether it receives now, and whether that waits for a second person or rests first.
 * @throws BankAccountNotFound, InvalidError 422 for a wrong password
 */
export async function toggleReceiving(
  app: App,
  caller: Caller,
  id: number,
  proof: StepUp,
): Promise<{ receives: boolean; waits: boolean; rests?: boolean }> {
  await requireStepUp(app, caller, proof);
  return transaction(app.db, async (tx) => {
    const accounts = await store.lockAccounts(tx, caller);
    const chosen = accounts.find((account) => account.id === id);
    if (!chosen) throw new BankAccountNotFound();
    if (chosen.receives) {
      await stopReceiving(app, tx, caller, chosen);
      return { receives: false, waits: false };
    }
    if (await takesSecondPerson(app, tx, ofMoney(caller))) {
      await askForChange(app, tx, caller, chosen, null);
      return { receives: false, waits: true };
    }
    const rests = await applyReceiving(app, tx, caller, accounts, chosen);
    return { receives: true, waits: false, rests };
  });
}

/** The same for whoever needs no asking, as they are no stranger: the demo. */
export async function startReceiving(app: App, caller: Caller, id: number): Promise<void> {
  await transaction(app.db, async (tx) => {
    const accounts = await store.lockAccounts(tx, caller);
    const chosen = accounts.find((account) => account.id === id);
    if (!chosen) throw new BankAccountNotFound();
    if (chosen.receives) await stopReceiving(app, tx, caller, chosen);
    else await applyReceiving(app, tx, caller, accounts, chosen);
  });
}

async function stopReceiving(app: App, tx: Tx, caller: Caller, account: store.StoredAccount): Promise<void> {
  const now = app.clock.now();
  await store.setReceiving(tx, caller, null, now);
  await recordAudit(tx, caller, now, {
    action: 'bank-account.receive',
    subject: `bank-account:${account.id}`,
    before: { receiving: account.id },
    after: { receiving: null },
  });
  await tellOwners({ ...app, db: tx }, ofMoney(caller), { kind: 'bank-account-stopped', href: HREF });
}

/**
 * Makes a locked account receive. The first that ever does need not rest, nor one to which settlements went before.
 * @returns whether it rests.
 */
async function applyReceiving(
  app: App,
  tx: Tx,
  caller: Caller,
  accounts: readonly store.StoredAccount[],
  account: store.StoredAccount,
): Promise<boolean> {
  const now = app.clock.now();
  const isFirst = !(await store.hasReceived(tx, caller));
  const rests = !isFirst && !(await store.isProven(tx, caller, account.id));
  await store.setReceiving(tx, caller, account.id, now, rests ? restFrom(app, now) : null);
  await recordAudit(tx, caller, now, {
    action: 'bank-account.receive',
    subject: `bank-account:${account.id}`,
    before: { receiving: accounts.find((each) => each.receives)?.id ?? null },
    after: { receiving: account.id },
  });
  await tellOfRedirect(app, tx, caller, account);
  return rests;
}
