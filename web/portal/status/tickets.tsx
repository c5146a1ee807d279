import type { TicketStatusText } from '@daftar/contract/tickets';
import { useTranslation } from 'react-i18next';
import { StatusChip, type StatusKind } from '../../ui/status-chip.tsx';

const KINDS: Readonly<Record<TicketStatusText, StatusKind>> = {
  OPEN: 'open',
  PROCESSING: 'pending',
  CLOSED: 'closed',
};

/** The status of a ticket as a chip. */
export function TicketStatusChip({ status }: { status: TicketStatusText }) {
  const { t } = useTranslation('messages');
  return <StatusChip kind={KINDS[status]}>{t(`ticketStatus.${status}`)}</StatusChip>;
}
