/** Changes of a bank account's details. */
import type { BankAccountFormValues } from '@daftar/contract/bank-accounts';
import type { StepUp } from '@daftar/contract/step-up';
import { needsSecondPerson } from '../approvals/ask.ts';
import { recordAudit } from '../audit/record.ts';
import { proveIf, requireStepUp } from '../auth/step-up.ts';
import { detachFile } from '../files/index.ts';
import { forAccount } from '../merchants/account-mode.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import { auditOf, documentOf, factsOf, notifyOfAccount, refer } from './bank-account-facts.ts';
import { askForChange } from './bank-account-requests.ts';
import { BankAccountNotFound } from './errors.ts';
import { restFrom } from './receiving.ts';
import { isSameAccount, isSameParty } from './rules.ts';
import * as store from './store.ts';

/**
 * Changes a bank account. Keeps the document unless a new one is uploaded or the numbers become those of another
 * account. If money goes to the account, or would after the change, then another account, holder or bank, all of
 * which bank files contain, needs step-up and, with approvals, a second person. Another receiving account also starts
 * the cooling-off period.
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
  const isAsked = async (db: Db, account: store.StoredAccount) => {
    const after = factsOf(form, account, null);
    if (isSameAccount(account, after) && isSameParty(account, after)) return false;
    return (await isPaidTo(db, caller, account, account)) || isPaidTo(db, caller, account, after);
  };
  const proven = await proveIf(await isAsked(app.db, seen), () => requireStepUp(app, caller, proof));
  const now = app.clock.now();
  const sent = await documentOf(app, caller, form, file);
  return transaction(app.db, async (tx) => {
    const before = (await store.lockAccounts(tx, caller)).find((account) => account.id === id);
    if (!before) throw new BankAccountNotFound();
    const isElsewhere = !isSameAccount(before, form);
    const needsProof = await isAsked(tx, before);
    proven.recheck(needsProof);
    const isNew = sent !== null && sent !== before.documentPath;
    const documentPath = isNew ? sent : isElsewhere ? null : before.documentPath;
    if (isNew) await refer(tx, caller, sent, now);
    const changed = factsOf(form, before, documentPath);
    if (needsProof && (await needsSecondPerson(app, tx, forAccount(caller)))) {
      await askForChange(app, tx, caller, before, changed);
      return { waits: true };
    }
    await applyFacts(app, tx, caller, before, changed);
    return { waits: false };
  });
}

/**
 * Returns whether an account with these numbers receives settlements, or has received or is about to receive a
 * settlement or payout.
 */
async function isPaidTo(
  db: Db,
  caller: Caller,
  { id, receives }: store.StoredAccount,
  numbers: store.AccountNumbers,
): Promise<boolean> {
  return receives || (await store.hasBeenPaid(db, caller, id, numbers));
}

/**
 * Writes new details to a locked account. Starts the cooling-off period if settlements would go elsewhere. Tells
 * every owner about that, and about other details of an account that receives money.
 */
export async function applyFacts(
  app: App,
  tx: Tx,
  caller: Caller,
  before: store.StoredAccount,
  facts: store.AccountFacts,
): Promise<void> {
  const now = app.clock.now();
  const redirects = before.receives && !isSameAccount(before, facts);
  const restsUntil = redirects ? restFrom(app, now) : before.restsUntil;
  const isPaid = (await isPaidTo(tx, caller, before, before)) || (await isPaidTo(tx, caller, before, facts));
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
  else if (isPaid && !(isSameAccount(before, facts) && isSameParty(before, facts)))
    await notifyOfAccount(app, tx, caller, 'bank-account-details-changed', facts);
}
