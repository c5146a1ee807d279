/** Changes of refunds that other nouns cause. */
import type { Tx } from '../platform/db/connect.ts';
import { stopUnsent } from './store.ts';

/**
 * After a dispute was opened: refunds of its money that were not sent wait for a person, because otherwise the payer
 * would get it twice. The payment is locked.
 */
export const stopUnsentRefunds = (
  tx: Tx,
  payment: { merchantId: number; transactionId: number },
): Promise<void> => stopUnsent(tx, payment);
