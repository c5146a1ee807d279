import { useCallback } from 'react';
import type { Path } from '../../ui/path.ts';
import { payoutPath } from '../paths/payouts.ts';
import { transactionPath } from '../paths/transactions.ts';
import { useCan } from './permissions.ts';

/** Where a transaction is shown: a payout on its own page; null for who may open neither. */
export function useTransactionLink(): (row: { id: number; payout_id: number | null }) => Path | null {
  const can = useCan();
  const [seesPayouts, seesDetails] = [can('payout-request-transactions'), can('view-transaction-details')];
  return useCallback(
    ({ id, payout_id }) => {
      if (payout_id !== null && seesPayouts) return payoutPath(payout_id);
      return seesDetails ? transactionPath(id) : null;
    },
    [seesPayouts, seesDetails],
  );
}
