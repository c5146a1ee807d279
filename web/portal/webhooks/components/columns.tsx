import type { WebhookEventRow } from '@daftar/contract/webhooks';
import { UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { WebhookStateChip } from './state.tsx';
import classes from './webhooks.module.css';

/** The columns of the delivery log; the event's name opens its details. */
export function useWebhookColumns(open: (row: WebhookEventRow) => void): readonly Column<WebhookEventRow>[] {
  const { t } = useTranslation('webhooks');
  const locale = useLocale();
  return useMemo<readonly Column<WebhookEventRow>[]>(
    () => [
      {
        id: 'type',
        header: t('column.type'),
        card: 'title',
        skeleton: '9rem',
        cell: (row) => (
          <UnstyledButton className={classes.open} onClick={() => open(row)}>
            <bdi>{row.type}</bdi>
          </UnstyledButton>
        ),
      },
      {
        id: 'state',
        header: t('column.state'),
        card: 'chip',
        skeleton: '5rem',
        cell: ({ state }) => <WebhookStateChip state={state} />,
      },
      {
        id: 'last_status',
        header: t('column.reply'),
        sortBy: false,
        skeleton: '2rem',
        cell: ({ last_status }) =>
          last_status === null ? <span aria-hidden>–</span> : <bdi>{last_status}</bdi>,
      },
      {
        id: 'attempts',
        header: t('column.tries'),
        sortBy: false,
        align: 'end',
        skeleton: '2rem',
        cell: ({ attempts }) => formatNumber(attempts, locale),
      },
      {
        id: 'created_at',
        header: t('column.created'),
        plain: true,
        skeleton: '8rem',
        cell: ({ created_at }) => <DateText value={created_at} />,
      },
      {
        id: 'next_attempt_at',
        header: t('column.next'),
        sortBy: false,
        minor: true,
        // The message itself says it.
        card: 'none',
        skeleton: '8rem',
        cell: ({ next_attempt_at }) => <DateText value={next_attempt_at} />,
      },
    ],
    [t, locale, open],
  );
}
