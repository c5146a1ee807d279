/** Positions of movements in the ledger, and their order. */
import { BALANCE_ACCOUNTS, type BalanceAccount } from '@daftar/contract/balance';

/** One movement: a transfer moves an account at most once. */
export interface Place {
  transferId: number;
  account: BalanceAccount;
}

/** The order of these accounts' movements within one transfer. */
const ORDER: readonly BalanceAccount[] = ['pending', 'available', 'chargeback', 'payout', 'reserve'];
export const placeOf = (account: BalanceAccount): number => ORDER.indexOf(account);

/** `4711-pending` */
export const placeText = ({ transferId, account }: Place): string => `${transferId}-${account}`;

/** Parses a place that the contract has validated. */
export function readPlace(text: string): Place {
  const [id = '', name = ''] = text.split('-');
  return { transferId: Number(id), account: BALANCE_ACCOUNTS.find((each) => each === name)! };
}

/**
 * Returns the bound of an account's transfers before or after a place: below it, or from it on. The place's own
 * transfer has movements of other accounts, which may be on either side.
 */
export function boundOf(account: BalanceAccount, at: Place, side: 'before' | 'after'): number {
  if (side === 'before') return placeOf(account) < placeOf(at.account) ? at.transferId + 1 : at.transferId;
  return placeOf(account) > placeOf(at.account) ? at.transferId : at.transferId + 1;
}
