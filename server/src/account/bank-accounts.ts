/** Bank accounts of a merchant: listed, added and deleted. */
import type { BankAccount, BankAccountFormValues } from '@daftar/contract/bank-accounts';
import type { StepUp } from '@daftar/contract/step-up';
import { changesWaiting } from '../approvals/ask.ts';
import { type ProviderAuthor, recordAudit, recordProviderAudit } from '../audit/record.ts';
import { proveIf, requireStepUp } from '../auth/step-up.ts';
import { detachFile } from '../files/index.ts';
import { notifyOwners } from '../notifications/owners.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import {
  auditOf,
  documentOf,
  factsOf,
  HREF,
  type LatinParty,
  NO_PARTY,
  refer,
} from './bank-account-facts.ts';
import { BankAccountNotFound, TooManyBankAccounts } from './errors.ts';
import { isSameAccount, isSameParty } from './rules.ts';
import * as store from './store.ts';

const ACCOUNTS_MAXIMUM = 50;

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
 * called in the transaction that approves the merchant. An existing account gets the verified details and keeps its
 * Latin name and town, which the request does not have. An account chosen in test mode stops receiving, because it is
 * not verified.
 */
export async function addVerifiedAccount(
  tx: Tx,
  by: ProviderAuthor,
  reviewed: Omit<store.AccountFacts, keyof LatinParty>,
  now: Date,
): Promise<void> {
  const accounts = await store.lockAccounts(tx, by);
  // The IBAN alone identifies the account, however its other numbers are written in the request.
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
