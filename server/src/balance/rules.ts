/** Places of movements in the ledger, and which come before others. */
import { BALANCE_ACCOUNTS, type BalanceAccount } from '@daftar/contract/balance';

/** One movement: a transfer moves an account at most once. */
export interface Place {
  transferId: number;
  account: BalanceAccount;
}

/** Of one transfer, the movements of these accounts are in this order. */
const ORDER: readonly BalanceAccount[] = ['pending', 'available', 'chargeback', 'payout', 'reserve'];
export const placeOf = (account: BalanceAccount): number => ORDER.indexOf(account);

/** `4711-pending` */
export const placeText = ({ transferId, account }: Place): string => `${transferId}-${account}`;

/** Reads a place that the contract has checked. */
export function readPlace(text: string): Place {
  const [id = '', name = ''] = text.split('-');
  return { transferId: Number(id), account: BALANCE_ACCOUNTS.find((each) => each === name)! };
}

/**
 * The transfers of an account that come before a place, or after it: below the bound that is returned, or from it on. The
 * place's own transfer has movements of other accounts, which may be on either side.
 */
export function boundOf(account: BalanceAccount, at: Place, side: 'before' | 'after'): number {
  if (side === 'before') return placeOf(account) < placeOf(at.account) ? at.transferId + 1 : at.transferId;
  return placeOf(account) > placeOf(at.account) ? at.transferId : at.transferId + 1;
}
