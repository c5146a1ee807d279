import { CHARGEBACK_STATUS } from '@daftar/contract/chargebacks';
import type { CustomerEvent } from '@daftar/contract/customer-page';
import type { Flow } from '../../ui/money-flow.tsx';
import { flowOf } from '../transactions/index.ts';

/** Which way an entry's money went. What was not refunded, or came back, did not go out. */
export function flowOfEntry({ kind, status }: Pick<CustomerEvent, 'kind' | 'status'>): Flow {
  if (kind === 'payment') return flowOf({ status: Number(status), is_payout: 0, payout_state: null });
  if (kind === 'refund') return status === 'succeeded' || status === 'pending' ? 'out' : null;
  return kind === 'chargeback' && Number(status) === CHARGEBACK_STATUS.applied ? 'out' : null;
}
