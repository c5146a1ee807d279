import {
  type FailedDelivery,
  type FailedJob,
  type FailedMessage,
  opsPlatform,
} from '@daftar/contract/ops-platform';
import { IconMail, IconRefresh, IconSettings, IconWebhook } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import { Section } from '../../ui/detail-page.tsx';
import { formatNumber } from '../../ui/format.ts';
import { useListSearch } from '../../ui/list-search.ts';
import { useLocale } from '../../ui/locale.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { call } from '../shared/call.ts';
import classes from '../shared/cells.module.css';
import { MerchantLink } from '../shared/cells.tsx';
import { act, useListQuery } from '../shared/query.ts';

/** `/ops/failures`: failed messages, webhooks and jobs, with retries. */
export default function FailuresPage() {
  const { t } = useTranslation(['ops-failures', 'ops']);
  return (
    <>
      <PageHeader title={t('ops:nav.failures')} text={t('text')} />
      <Messages />
      <Deliveries />
      <Jobs />
    </>
  );
}

function Messages() {
  const { t } = useTranslation(['ops-failures', 'ops']);
  const search = useListSearch(opsPlatform.failedMessages, 'ops-messages', { keep: 'screen' });
  const query = useListQuery(opsPlatform.failedMessages, search);
  const columns: readonly Column<FailedMessage>[] = [
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
    { id: 'subject', header: t('subject'), cell: ({ subject }) => <bdi>{subject || '–'}</bdi> },
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
  return (
    <Section title={t('messages')}>
      <DataTable
        caption={t('messages')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.recipient}
        rowActions={({ merchant_id: merchantId, id }) => [
          {
            label: t('retry'),
            icon: IconRefresh,
            onClick: () => void act(() => call(opsPlatform.retryMessage, { params: { merchantId, id } })),
          },
        ]}
        empty={{ icon: IconMail, title: t('noMessages') }}
      />
    </Section>
  );
}

function Deliveries() {
  const { t } = useTranslation(['ops-failures', 'ops']);
  const locale = useLocale();
  const search = useListSearch(opsPlatform.failedDeliveries, 'ops-webhooks', { keep: 'screen' });
  const query = useListQuery(opsPlatform.failedDeliveries, search);
  const columns: readonly Column<FailedDelivery>[] = [
    { id: 'type', header: t('type'), card: 'title', cell: ({ type }) => <bdi>{type}</bdi> },
    {
      id: 'merchant',
      header: t('ops:column.merchant'),
      cell: ({ merchant }) => <MerchantLink merchant={merchant} />,
    },
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
  return (
    <Section title={t('webhooks')}>
      <DataTable
        caption={t('webhooks')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.type}
        rowActions={({ merchant, id }) => [
          {
            label: t('retry'),
            icon: IconRefresh,
            onClick: () =>
              void act(() => call(opsPlatform.retryDelivery, { params: { merchantId: merchant.id, id } })),
          },
        ]}
        empty={{ icon: IconWebhook, title: t('noWebhooks') }}
      />
    </Section>
  );
}

function Jobs() {
  const { t } = useTranslation(['ops-failures', 'ops']);
  const locale = useLocale();
  const search = useListSearch(opsPlatform.failedJobs, 'ops-jobs', { keep: 'screen' });
  const query = useListQuery(opsPlatform.failedJobs, search);
  const columns: readonly Column<FailedJob>[] = [
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
  return (
    <Section title={t('jobs')}>
      <DataTable
        caption={t('jobs')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.task}
        rowActions={({ id }) => [
          {
            label: t('retry'),
            icon: IconRefresh,
            onClick: () => void act(() => call(opsPlatform.retryJob, { params: { id } })),
          },
        ]}
        empty={{ icon: IconSettings, title: t('noJobs') }}
      />
    </Section>
  );
}
