import type { PayoutState } from '@daftar/contract/payouts';
import { useTranslation } from 'react-i18next';
import { StatusChip, type StatusKind } from '../../ui/status-chip.tsx';

const KINDS: Readonly<Record<PayoutState, StatusKind>> = {
  requested: 'pending',
  'handed-over': 'success',
  expired: 'closed',
  returned: 'refund',
};

/** The state of a payout: the same word in lists, panels and pages. */
export function PayoutStateChip({ state }: { state: PayoutState }) {
  const { t } = useTranslation('messages');
  return <StatusChip kind={KINDS[state]}>{t(`payoutState.${state}`)}</StatusChip>;
}
