import type { TicketStatusText } from '@daftar/contract/tickets';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';

const KINDS: Readonly<Record<TicketStatusText, StatusKind>> = {
  OPEN: 'open',
  PROCESSING: 'pending',
  CLOSED: 'closed',
};

/** The status of a ticket as a chip. */
export function TicketStatus({ status }: { status: TicketStatusText }) {
  const { t } = useTranslation('messages');
  return <StatusChip kind={KINDS[status]}>{t(`ticketStatus.${status}`)}</StatusChip>;
}

/** The time to the first response. */
export function FirstResponse({ seconds }: { seconds: number | null }) {
  const { t } = useTranslation('ops-tickets');
  const locale = useLocale();
  return seconds === null ? t('noResponse') : formatDuration(seconds, locale);
}
