import { toPounds } from '@daftar/contract/money';
import type { PayoutState } from '@daftar/contract/payouts';
import type { Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { referenceOf } from '../transactions/writes.ts';
import { emitEvent } from '../webhooks/emit.ts';
import type * as store from './store.ts';

type PayoutFacts = Scope &
  Pick<store.EndedPayout, 'id' | 'code' | 'transactionId' | 'amountPiastres'> & {
    bankAccount: string | null;
  };

/** Sends the webhook event of a payout that has ended. */
export const emitPayoutEvent = async (
  tx: Tx,
  payout: PayoutFacts,
  state: PayoutState,
  reason: string,
  now: Date,
) =>
  emitEvent(
    tx,
    payout,
    `payout.${state}`,
    {
      id: payout.id,
      code: payout.code,
      state,
      transaction_id: payout.transactionId,
      transaction_reference: await referenceOf(tx, payout, payout.transactionId),
      amount: toPounds(payout.amountPiastres),
      currency: 'EGP',
      bank_account: payout.bankAccount,
      reason,
    },
    { now },
  );
