import { LINK_STATUS } from '@daftar/contract/payment-links';
import { useTranslation } from 'react-i18next';
import { StatusChip, type StatusKind } from '../../ui/status-chip.tsx';
import { textKey } from '../../ui/text-key.ts';

const KINDS: Readonly<Record<number, StatusKind>> = {
  [LINK_STATUS.inactive]: 'fail',
  [LINK_STATUS.active]: 'success',
};

/** The status of a link; any other number counts as expired. */
export function LinkStatusChip({ status }: { status: number }) {
  const { t } = useTranslation('messages');
  const known = status in KINDS ? status : LINK_STATUS.expired;
  return <StatusChip kind={KINDS[status] ?? 'closed'}>{t(textKey('linkStatus.', known))}</StatusChip>;
}
