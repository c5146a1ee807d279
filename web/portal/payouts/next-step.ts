import type { PayoutDetails } from '@daftar/contract/payouts';

/** What a payout's page says to do, by its state and way. */
export type NextStep =
  | 'collect'
  | 'over'
  | 'file'
  | 'sent'
  | 'transferred'
  | 'collected'
  | 'expired'
  | 'refused'
  | 'cameBack'
  | 'returned';

type Payout = Pick<PayoutDetails, 'state' | 'bank_account' | 'bank_reference' | 'expires_at' | 'sent_at'>;

/** What is to be done about a payout at a moment. */
export function nextStepOf(payout: Payout, now: number): NextStep {
  const isToBank = payout.bank_account !== null;
  switch (payout.state) {
    case 'requested':
      if (isToBank) return payout.sent_at === null ? 'file' : 'sent';
      return payout.expires_at !== null && Date.parse(payout.expires_at) <= now ? 'over' : 'collect';
    case 'handed-over':
      return payout.bank_reference === null ? 'collected' : 'transferred';
    case 'expired':
      return 'expired';
    case 'returned':
      if (!isToBank) return 'returned';
      return payout.bank_reference === null ? 'refused' : 'cameBack';
  }
}

/** Whether the amount is back in the balance, so that another payout may be asked for. */
export const isBack = ({ state }: Pick<Payout, 'state'>): boolean =>
  state === 'expired' || state === 'returned';
