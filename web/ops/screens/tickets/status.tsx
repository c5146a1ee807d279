import type { TicketStatusText } from '@daftar/contract/tickets';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatElapsed } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';

const KINDS: Readonly<Record<TicketStatusText, StatusKind>> = {
  OPEN: 'open',
  PROCESSING: 'pending',
  CLOSED: 'closed',
};

export function TicketStatus({ status }: { status: TicketStatusText }) {
  const { t } = useTranslation('messages');
  return <StatusChip kind={KINDS[status]}>{t(`ticketStatus.${status}`)}</StatusChip>;
}

/** Since when a merchant waits for us. */
export function WaitingSince({ since }: { since: string | null }) {
  const { t } = useTranslation('ops');
  const locale = useLocale();
  return since ? (
    <time dateTime={since}>{formatElapsed(since, locale, Date.now())}</time>
  ) : (
    t('tickets.nobodyWaits')
  );
}

/** How long our first reply took. */
export function FirstResponse({ seconds }: { seconds: number | null }) {
  const { t } = useTranslation('ops');
  const locale = useLocale();
  return seconds === null ? t('tickets.noResponse') : formatDuration(seconds, locale);
}
