import type { TicketPriority } from '@daftar/contract/ops-tickets';
import type { TicketStatusText } from '@daftar/contract/tickets';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatElapsed } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';
import cells from '../../shared/cells.module.css';
import classes from '../tickets.module.css';

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

const PRIORITY_KINDS: Readonly<Record<TicketPriority, StatusKind>> = {
  low: 'closed',
  normal: 'open',
  high: 'pending',
  urgent: 'fail',
};

/** A priority that is not the usual one, as a chip. */
export function PriorityChip({ priority }: { priority: TicketPriority }) {
  const { t } = useTranslation('ops-tickets');
  if (priority === 'normal') return null;
  return <StatusChip kind={PRIORITY_KINDS[priority]}>{t(`priority.${priority}`)}</StatusChip>;
}

/** By when the merchant must have an answer; that it is overdue, also as a word. */
export function DueBy({ due, isOverdue }: { due: string | null; isOverdue: boolean }) {
  const { t } = useTranslation(['ops-tickets', 'ops']);
  const locale = useLocale();
  if (due === null) return t('ops:nobodyWaits');
  return (
    <span className={classes.due}>
      {isOverdue && <StatusChip kind="fail">{t('overdue')}</StatusChip>}
      <time dateTime={due} className={cells.line}>
        {formatElapsed(due, locale, Date.now())}
      </time>
    </span>
  );
}
