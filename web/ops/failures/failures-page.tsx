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

/** `/ops/failures`: what did not work, to be tried again. */
export default function FailuresPage() {
  const { t } = useTranslation('ops');
  return (
    <>
      <PageHeader title={t('nav.failures')} text={t('failures.text')} />
      <Messages />
      <Deliveries />
      <Jobs />
    </>
  );
}

function Messages() {
  const { t } = useTranslation('ops');
  const search = useListSearch(opsPlatform.failedMessages, 'ops-messages', { keep: 'screen' });
  const query = useListQuery(opsPlatform.failedMessages, search);
  const columns: readonly Column<FailedMessage>[] = [
    {
      id: 'recipient',
      header: t('failures.recipient'),
      card: 'title',
      cell: ({ recipient }) => <bdi className={classes.address}>{recipient}</bdi>,
    },
    {
      id: 'channel',
      header: t('failures.channel'),
      card: 'chip',
      cell: ({ channel }) => <span className={classes.line}>{t(`channel.${channel}`)}</span>,
    },
    { id: 'subject', header: t('failures.subject'), cell: ({ subject }) => <bdi>{subject || '–'}</bdi> },
    {
      id: 'error',
      header: t('failures.error'),
      cell: ({ last_error }) => <bdi className={classes.error}>{last_error}</bdi>,
    },
    {
      id: 'created_at',
      header: t('column.created'),
      cell: ({ created_at }) => <DateText value={created_at} />,
    },
  ];
  return (
    <Section title={t('failures.messages')}>
      <DataTable
        caption={t('failures.messages')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.recipient}
        rowActions={({ merchant_id: merchantId, id }) => [
          {
            label: t('failures.retry'),
            icon: IconRefresh,
            onClick: () => void act(() => call(opsPlatform.retryMessage, { params: { merchantId, id } })),
          },
        ]}
        empty={{ icon: IconMail, title: t('failures.noMessages') }}
      />
    </Section>
  );
}

function Deliveries() {
  const { t } = useTranslation('ops');
  const locale = useLocale();
  const search = useListSearch(opsPlatform.failedDeliveries, 'ops-webhooks', { keep: 'screen' });
  const query = useListQuery(opsPlatform.failedDeliveries, search);
  const columns: readonly Column<FailedDelivery>[] = [
    { id: 'type', header: t('failures.type'), card: 'title', cell: ({ type }) => <bdi>{type}</bdi> },
    {
      id: 'merchant',
      header: t('column.merchant'),
      cell: ({ merchant }) => <MerchantLink merchant={merchant} />,
    },
    { id: 'mode', header: t('filter.mode'), cell: ({ mode }) => t(`mode.${mode}`) },
    {
      id: 'attempts',
      header: t('failures.attempts'),
      align: 'end',
      cell: ({ attempts }) => formatNumber(attempts, locale),
    },
    {
      id: 'status',
      header: t('failures.answer'),
      cell: ({ last_status }) => (last_status === null ? t('failures.noAnswer') : <bdi>{last_status}</bdi>),
    },
    {
      id: 'created_at',
      header: t('column.created'),
      cell: ({ created_at }) => <DateText value={created_at} />,
    },
  ];
  return (
    <Section title={t('failures.webhooks')}>
      <DataTable
        caption={t('failures.webhooks')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.type}
        rowActions={({ merchant, id }) => [
          {
            label: t('failures.retry'),
            icon: IconRefresh,
            onClick: () =>
              void act(() => call(opsPlatform.retryDelivery, { params: { merchantId: merchant.id, id } })),
          },
        ]}
        empty={{ icon: IconWebhook, title: t('failures.noWebhooks') }}
      />
    </Section>
  );
}

function Jobs() {
  const { t } = useTranslation('ops');
  const locale = useLocale();
  const search = useListSearch(opsPlatform.failedJobs, 'ops-jobs', { keep: 'screen' });
  const query = useListQuery(opsPlatform.failedJobs, search);
  const columns: readonly Column<FailedJob>[] = [
    { id: 'task', header: t('failures.task'), card: 'title', cell: ({ task }) => <bdi>{task}</bdi> },
    {
      id: 'attempts',
      header: t('failures.attempts'),
      align: 'end',
      cell: ({ attempts, max_attempts }) =>
        t('failures.attemptsOf', {
          number: formatNumber(attempts, locale),
          total: formatNumber(max_attempts, locale),
        }),
    },
    {
      id: 'error',
      header: t('failures.error'),
      cell: ({ last_error }) => <bdi className={classes.error}>{last_error}</bdi>,
    },
    {
      id: 'next',
      header: t('failures.next'),
      cell: ({ next_try_at }) => (next_try_at ? <DateText value={next_try_at} /> : t('failures.givenUp')),
    },
    {
      id: 'created_at',
      header: t('column.created'),
      cell: ({ created_at }) => <DateText value={created_at} />,
    },
  ];
  return (
    <Section title={t('failures.jobs')}>
      <DataTable
        caption={t('failures.jobs')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.task}
        rowActions={({ id }) => [
          {
            label: t('failures.retry'),
            icon: IconRefresh,
            onClick: () => void act(() => call(opsPlatform.retryJob, { params: { id } })),
          },
        ]}
        empty={{ icon: IconSettings, title: t('failures.noJobs') }}
      />
    </Section>
  );
}
