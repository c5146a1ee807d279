import { IconMail, IconRefresh, IconSettings, IconWebhook } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table.tsx';
import { Section } from '../../ui/detail-page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useMay } from '../shared/operator.ts';
import {
  retryDelivery,
  retryJob,
  retryMessage,
  useFailedDeliveries,
  useFailedJobs,
  useFailedMessages,
} from './api.ts';
import { useDeliveryColumns, useJobColumns, useMessageColumns } from './components/columns.tsx';

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

/** The action of each row, for those who may. */
function useRetrying() {
  const { t } = useTranslation('ops-failures');
  const may = useMay();
  return <Row,>(retry: (row: Row) => Promise<unknown>) =>
    may('ops:failures')
      ? {
          rowActions: (row: Row) => [
            { label: t('retry'), icon: IconRefresh, onClick: () => void retry(row) },
          ],
        }
      : {};
}

function Messages() {
  const { t } = useTranslation(['ops-failures', 'ops']);
  const retrying = useRetrying();
  const { search, query } = useFailedMessages();
  return (
    <Section title={t('messages')}>
      <DataTable
        caption={t('messages')}
        columns={useMessageColumns()}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.recipient}
        {...retrying(retryMessage)}
        empty={{ icon: IconMail, title: t('noMessages') }}
      />
    </Section>
  );
}

function Deliveries() {
  const { t } = useTranslation(['ops-failures', 'ops']);
  const retrying = useRetrying();
  const { search, query } = useFailedDeliveries();
  return (
    <Section title={t('webhooks')}>
      <DataTable
        caption={t('webhooks')}
        columns={useDeliveryColumns()}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.type}
        {...retrying(retryDelivery)}
        empty={{ icon: IconWebhook, title: t('noWebhooks') }}
      />
    </Section>
  );
}

function Jobs() {
  const { t } = useTranslation(['ops-failures', 'ops']);
  const retrying = useRetrying();
  const { search, query } = useFailedJobs();
  return (
    <Section title={t('jobs')}>
      <DataTable
        caption={t('jobs')}
        columns={useJobColumns()}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.task}
        {...retrying(retryJob)}
        empty={{ icon: IconSettings, title: t('noJobs') }}
      />
    </Section>
  );
}
