/** The bank account that receives a payout. */
import { shownAccount } from '@daftar/contract/bank-accounts';
import type { PayoutAccount } from '@daftar/contract/payouts';
import { pinFiles } from '../files/index.ts';
import { isWritable } from '../platform/bank-files/pain001.ts';
import type { App, Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { type AccountToPay, listAccountsToPay } from './store-accounts.ts';

export const shownName = ({ bankName, iban, accountNumber }: AccountToPay): string =>
  shownAccount(bankName, iban || accountNumber)!;

/** Returns whether a file of transfers can contain the account. */
const canBePaid = ({ name, iban, accountNumber, bankName }: AccountToPay): boolean =>
  isWritable({ name, iban, accountNumber, bic: '', bankName });

/** Lists the accounts that payouts may go to; the one that receives settlements comes first. */
export async function listPayoutAccounts(
  app: App,
  scope: Pick<Scope, 'merchantId'>,
): Promise<PayoutAccount[]> {
  const accounts = await listAccountsToPay(app.db, scope, app.clock.now());
  return accounts
    .filter(canBePaid)
    .map((account) => ({ id: account.id, name: shownName(account), receives_settlements: account.receives }));
}

/**
 * Locks the account that a payout goes to, and pins the bank's letter about it.
 * @param chosen an id; undefined: the account that receives settlements, if there is one; null: none
 * @throws InvalidError 422 for an account that payouts may not go to
 */
export async function lockAccount(
  app: App,
  tx: Tx,
  scope: Pick<Scope, 'merchantId'>,
  chosen: number | null | undefined,
): Promise<AccountToPay | null> {
  if (chosen === null) return null;
  const now = app.clock.now();
  const accounts = (await listAccountsToPay(tx, scope, now, true)).filter(canBePaid);
  const account = accounts.find(({ id, receives }) => (chosen === undefined ? receives : id === chosen));
  if (!account && chosen !== undefined) throw InvalidError.field('bank_account_id', 'PayoutAccountUnknown');
  if (account?.documentPath) await pinFiles(tx, scope, [account.documentPath], now);
  return account ?? null;
}
