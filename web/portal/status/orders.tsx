import type { Fulfilment } from '@daftar/contract/orders';
import { useTranslation } from 'react-i18next';
import { StatusChip, type StatusKind } from '../../ui/status-chip.tsx';

/** Whether an order is paid. */
export function OrderStatusChip({ status }: { status: 'PAID' | 'UNPAID' }) {
  const { t } = useTranslation('messages');
  return (
    <StatusChip kind={status === 'PAID' ? 'success' : 'pending'}>{t(`orderStatus.${status}`)}</StatusChip>
  );
}

const KINDS: Readonly<Record<Fulfilment, StatusKind>> = {
  new: 'open',
  prepared: 'pending',
  shipped: 'pending',
  delivered: 'success',
  canceled: 'closed',
};

/** The fulfilment of an order as a chip. */
export function FulfilmentChip({ fulfilment }: { fulfilment: Fulfilment }) {
  const { t } = useTranslation('messages');
  return <StatusChip kind={KINDS[fulfilment]}>{t(`fulfilment.${fulfilment}`)}</StatusChip>;
}
