/** Selects the bank account that receives settlements. */
import type { StepUp } from '@daftar/contract/step-up';
import { needsSecondPerson } from '../approvals/ask.ts';
import { recordAudit } from '../audit/record.ts';
import { requireStepUp } from '../auth/step-up.ts';
import { forAccount } from '../merchants/account-mode.ts';
import { notifyOwners } from '../notifications/owners.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { HREF, notifyOfAccount } from './bank-account-facts.ts';
import { askForChange } from './bank-account-requests.ts';
import { BankAccountNotFound } from './errors.ts';
import * as store from './store.ts';

/** Returns the end of the cooling-off period of an account that starts to receive now. */
export const restFrom = (app: App, now: Date) =>
  new Date(now.getTime() + app.config.bankRestHours * 3_600_000);

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
export async function applyReceiving(
  app: App,
  tx: Tx,
  caller: Caller,
  accounts: readonly store.StoredAccount[],
  account: store.StoredAccount,
): Promise<boolean> {
  const now = app.clock.now();
  const isFirst = !(await store.hasReceived(tx, caller));
  const rests = !isFirst && !(await store.hasBeenSettledTo(tx, caller, account.id, account));
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
