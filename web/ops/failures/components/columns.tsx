import type { FailedDelivery, FailedJob, FailedMessage } from '@daftar/contract/ops-platform';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import classes from '../../shared/cells.module.css';
import { useMerchantColumn } from '../../shared/cells.tsx';
import { References } from '../../shared/references.tsx';

/** The columns of failed messages. */
export function useMessageColumns(): readonly Column<FailedMessage>[] {
  const { t } = useTranslation(['ops-failures', 'ops']);
  return [
    {
      id: 'recipient',
      header: t('recipient'),
      card: 'title',
      cell: ({ recipient }) => <bdi className={classes.address}>{recipient}</bdi>,
    },
    {
      id: 'channel',
      header: t('channel'),
      card: 'chip',
      cell: ({ channel }) => <span className={classes.line}>{t(`channel.${channel}`)}</span>,
    },
    { id: 'subject', header: t('subject'), cell: ({ subject }) => <References text={subject || '–'} /> },
    {
      id: 'error',
      header: t('error'),
      cell: ({ last_error }) => <bdi className={classes.error}>{last_error}</bdi>,
    },
    {
      id: 'created_at',
      header: t('ops:column.created'),
      cell: ({ created_at }) => <DateText value={created_at} />,
    },
  ];
}

/** The columns of failed webhooks. */
export function useDeliveryColumns(): readonly Column<FailedDelivery>[] {
  const { t } = useTranslation(['ops-failures', 'ops']);
  const locale = useLocale();
  return [
    { id: 'type', header: t('type'), card: 'title', cell: ({ type }) => <bdi>{type}</bdi> },
    useMerchantColumn<FailedDelivery>(),
    { id: 'mode', header: t('ops:filter.mode'), cell: ({ mode }) => t(`ops:mode.${mode}`) },
    {
      id: 'attempts',
      header: t('attempts'),
      align: 'end',
      cell: ({ attempts }) => formatNumber(attempts, locale),
    },
    {
      id: 'status',
      header: t('answer'),
      cell: ({ last_status }) => (last_status === null ? t('noAnswer') : <bdi>{last_status}</bdi>),
    },
    {
      id: 'created_at',
      header: t('ops:column.created'),
      cell: ({ created_at }) => <DateText value={created_at} />,
    },
  ];
}

/** The columns of failed jobs. */
export function useJobColumns(): readonly Column<FailedJob>[] {
  const { t } = useTranslation(['ops-failures', 'ops']);
  const locale = useLocale();
  return [
    { id: 'task', header: t('task'), card: 'title', cell: ({ task }) => <bdi>{task}</bdi> },
    {
      id: 'attempts',
      header: t('attempts'),
      align: 'end',
      cell: ({ attempts, max_attempts }) =>
        t('attemptsOf', {
          number: formatNumber(attempts, locale),
          total: formatNumber(max_attempts, locale),
        }),
    },
    {
      id: 'error',
      header: t('error'),
      cell: ({ last_error }) => <bdi className={classes.error}>{last_error}</bdi>,
    },
    {
      id: 'next',
      header: t('next'),
      cell: ({ next_try_at }) => (next_try_at ? <DateText value={next_try_at} /> : t('givenUp')),
    },
    {
      id: 'created_at',
      header: t('ops:column.created'),
      cell: ({ created_at }) => <DateText value={created_at} />,
    },
  ];
}
