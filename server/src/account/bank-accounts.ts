import type { BankAccount, BankAccountFormValues } from '@daftar/contract/bank-accounts';
import { DOCUMENT_FILES } from '@daftar/contract/files';
import type { StepUp } from '@daftar/contract/step-up';
import { ask, changesWaiting, needsSecondPerson } from '../approvals/ask.ts';
import { onApproval } from '../approvals/registry.ts';
import { type ProviderAuthor, recordAudit, recordProviderAudit } from '../audit/record.ts';
import { proveIf, requireStepUp } from '../auth/step-up.ts';
import { attachFile, detachFile, storeFile } from '../files/index.ts';
import { forAccount } from '../merchants/account-mode.ts';
import { notifyOwners } from '../notifications/owners.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import { AccountChangedMeanwhile, BankAccountNotFound, TooManyBankAccounts } from './errors.ts';
import { isSameAccount, isSameParty } from './rules.ts';
import * as store from './store.ts';

const ACCOUNTS_MAXIMUM = 50;
const HREF = '/account-settings?tab=financial';

/** Lists the caller's bank accounts in the order they were added; both modes share them. */
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

/** Identifies an account in the audit log without its full numbers. */
const auditOf = (account: Omit<store.AccountFacts, 'documentPath'>) => ({
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

type LatinParty = Pick<store.AccountFacts, 'latinName' | 'town'>;
const NO_PARTY: LatinParty = { latinName: '', town: '' };

/** The details of a form; what it leaves out stays as it is. */
const factsOf = (
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

/** Marks a document as used. @throws InvalidError 422 when the merchant has no such file. */
const refer = (tx: Tx, caller: Caller, path: string, now: Date) =>
  attachFile(tx, caller, path, { purpose: 'document', field: DOCUMENT, now });

/**
 * Adds a bank account, which does not receive settlements yet.
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
    const facts = factsOf(form, NO_PARTY, documentPath);
    if (documentPath) await refer(tx, caller, documentPath, now);
    const bankAccountId = await store.insertAccount(tx, caller, facts, now);
    await recordAudit(tx, caller, now, {
      action: 'bank-account.add',
      subject: `bank-account:${bankAccountId}`,
      after: auditOf(facts),
    });
    return { bankAccountId };
  });
}

/**
 * Adds the account that was verified with the activation request, unless it exists, and makes it the receiving one;
 * called in the transaction that approves the merchant. One that exists gets the verified details and keeps its Latin
 * name and town, which the request does not have. An account chosen in test mode stops receiving, because nobody
 * verified it.
 */
export async function addVerifiedAccount(
  tx: Tx,
  by: ProviderAuthor,
  reviewed: Omit<store.AccountFacts, keyof LatinParty>,
  now: Date,
): Promise<void> {
  const accounts = await store.lockAccounts(tx, by);
  // The IBAN alone identifies the account, however its other numbers were written in the request.
  const known =
    accounts.find((account) => isSameAccount(account, reviewed)) ??
    accounts.find(({ iban }) => iban !== '' && iban === reviewed.iban);
  const { latinName, town } = known ?? NO_PARTY;
  const verified = { ...reviewed, latinName, town };
  const id = known?.id ?? (await store.insertAccount(tx, by, verified, now));
  if (known && !(isSameAccount(known, verified) && isSameParty(known, verified))) {
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
 * Changes a bank account. The document is kept unless a new one comes or the money would go elsewhere. Where the
 * receiving account sends money is changed by the rules of `toggleReceiving`; so is what files for banks say of its
 * holder and bank, without the cooling-off period.
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
  const isAsked = (account: store.StoredAccount) => {
    const after = factsOf(form, account, null);
    return account.receives && !(isSameAccount(account, after) && isSameParty(account, after));
  };
  const proven = await proveIf(isAsked(seen), () => requireStepUp(app, caller, proof));
  const now = app.clock.now();
  const sent = await documentOf(app, caller, form, file);
  return transaction(app.db, async (tx) => {
    const before = (await store.lockAccounts(tx, caller)).find((account) => account.id === id);
    if (!before) throw new BankAccountNotFound();
    const isElsewhere = !isSameAccount(before, form);
    proven.recheck(isAsked(before));
    const isNew = sent !== null && sent !== before.documentPath;
    const documentPath = isNew ? sent : isElsewhere ? null : before.documentPath;
    if (isNew) await refer(tx, caller, sent, now);
    const changed = factsOf(form, before, documentPath);
    if (isAsked(before) && (await needsSecondPerson(app, tx, forAccount(caller)))) {
      await askForChange(app, tx, caller, before, changed);
      return { waits: true };
    }
    await applyFacts(app, tx, caller, before, changed);
    return { waits: false };
  });
}

/**
 * Writes new details to a locked account. When settlements would go elsewhere, starts the cooling-off period. Every
 * owner is told of that, and of another holder or bank in files for banks.
 */
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
  if (redirects) await notifyOfAccount(app, tx, caller, 'bank-account-changed', facts);
  else if (before.receives && !isSameParty(before, facts))
    await notifyOfAccount(app, tx, caller, 'bank-account-details-changed', facts);
}

/** A requested change of where settlements go, as stored in the approval. */
interface Change {
  bankAccountId: number;
  /** The version that the requester saw. */
  version: number;
  /**
   * The new details; null to make the account receive unchanged. Requests of earlier releases have neither Latin name
   * nor town: they leave them as they are.
   */
  facts: (Omit<store.AccountFacts, keyof LatinParty> & Partial<LatinParty>) | null;
}

const restFrom = (app: App, now: Date) => new Date(now.getTime() + app.config.bankRestHours * 3_600_000);

function notifyOfAccount(
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

async function askForChange(
  app: App,
  tx: Tx,
  caller: Caller,
  account: store.StoredAccount,
  facts: store.AccountFacts | null,
): Promise<void> {
  const { bankAccountName, bankName, iban, bankAccountNumber, latinName, town, bankBranch } =
    facts ?? account;
  const change: Change = { bankAccountId: account.id, version: account.version, facts };
  await ask(app, tx, forAccount(caller), {
    kind: 'bank-account',
    amountPiastres: 0,
    accountName: bankAccountName,
    bankName,
    iban: iban || bankAccountNumber,
    change: { ...change, latinName, town, bankBranch },
    single: `bank-account:${account.id}`,
  });
}

onApproval('bank-account', (app, caller, request, write) =>
  transaction(app.db, async (tx) => {
    const { bankAccountId, version, facts } = request.change as unknown as Change;
    const accounts = await store.lockAccounts(tx, caller);
    const account = accounts.find(({ id }) => id === bankAccountId);
    if (!account || account.version !== version) throw new AccountChangedMeanwhile();
    await write(tx);
    const { latinName, town } = account;
    if (facts) await applyFacts(app, tx, caller, account, { latinName, town, ...facts });
    else await applyReceiving(app, tx, caller, accounts, account);
  }),
);

/**
 * Deletes a bank account; past settlements still refer to it. Deleting the receiving account requires step-up and tells
 * every owner.
 * @throws BankAccountNotFound, InvalidError 422 for a wrong password
 */
export async function deleteBankAccount(app: App, caller: Caller, id: number, proof: StepUp): Promise<void> {
  const now = app.clock.now();
  const seen = (await store.listAccounts(app.db, caller)).find((account) => account.id === id);
  const proven = await proveIf(seen?.receives === true, () => requireStepUp(app, caller, proof));
  await transaction(app.db, async (tx) => {
    const before = (await store.lockAccounts(tx, caller)).find((account) => account.id === id);
    if (!before) throw new BankAccountNotFound();
    proven.recheck(before.receives);
    await store.deleteAccount(tx, caller, id, now);
    if (before.receives) {
      await notifyOwners({ ...app, db: tx }, caller, { kind: 'bank-account-stopped', href: HREF });
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
 * Makes an account the only receiving one, or stops it from receiving: settlements then go to the available balance.
 * Requires step-up and tells every owner. With approvals on, a second person agrees first. Settlements to a replacement
 * account start after the cooling-off period, unless the account has been settled to before.
 * @returns whether it receives now, and whether that waits for a second person or for the cooling-off period.
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
    if (await needsSecondPerson(app, tx, forAccount(caller))) {
      await askForChange(app, tx, caller, chosen, null);
      return { receives: false, waits: true };
    }
    const rests = await applyReceiving(app, tx, caller, accounts, chosen);
    return { receives: true, waits: false, rests };
  });
}

/** Does the same without step-up and approval, for the demo. */
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
  await notifyOwners({ ...app, db: tx }, caller, { kind: 'bank-account-stopped', href: HREF });
}

/**
 * Makes a locked account receive. There is no cooling-off period for the first receiving account, nor for one that has
 * been settled to before.
 * @returns whether a cooling-off period starts.
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
  await notifyOfAccount(app, tx, caller, 'bank-account-changed', account);
  return rests;
}
