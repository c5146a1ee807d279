import { CHARGEBACK_STATUS } from '@daftar/contract/chargebacks';
import { useTranslation } from 'react-i18next';
import { StatusChip, type StatusKind } from '../../ui/status-chip.tsx';
import { textKey } from '../../ui/text-key.ts';

/** Applied: the money is the payer's; withdrawn: it stays the merchant's. */
const KINDS: Readonly<Record<number, StatusKind>> = {
  [CHARGEBACK_STATUS.pending]: 'pending',
  [CHARGEBACK_STATUS.applied]: 'refund',
  [CHARGEBACK_STATUS.withdrawn]: 'success',
};

/** The status of a dispute as a chip. */
export function ChargebackStatusChip({ status }: { status: number }) {
  const { t } = useTranslation('messages');
  return <StatusChip kind={KINDS[status] ?? 'closed'}>{t(textKey('chargebackStatus.', status))}</StatusChip>;
}
