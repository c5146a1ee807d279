/** Changes of bank accounts that wait for a second person. */
import { ask } from '../approvals/ask.ts';
import { forAccount } from '../merchants/account-mode.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { LatinParty } from './bank-account-facts.ts';
import type * as store from './store.ts';

/** A requested change of an account that receives money, as stored in the approval. */
export interface Change {
  bankAccountId: number;
  /** The version that the requester saw. */
  version: number;
  /**
   * The new details; null: the account becomes the receiving one, unchanged. Requests of earlier releases have
   * neither Latin name nor town, which then stay as they are.
   */
  facts: (Omit<store.AccountFacts, keyof LatinParty> & Partial<LatinParty>) | null;
}

/** Asks a second person to approve new details, or, with null, that the account becomes the receiving one. */
export async function askForChange(
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
