import { IconMail, IconRefresh, IconSettings, IconWebhook } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/page-header.tsx';
import { useMay } from '../shared/operator.ts';
import { OpsSection } from '../shared/ops-list.tsx';
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
  const list = useFailedMessages();
  return (
    <OpsSection
      title={t('messages')}
      list={list}
      find={t('find.messages')}
      columns={useMessageColumns()}
      rowKey={(row) => row.id}
      rowName={(row) => row.recipient}
      {...retrying(retryMessage)}
      empty={{ icon: IconMail, title: t('noMessages') }}
    />
  );
}

function Deliveries() {
  const { t } = useTranslation(['ops-failures', 'ops']);
  const retrying = useRetrying();
  const list = useFailedDeliveries();
  return (
    <OpsSection
      title={t('webhooks')}
      list={list}
      find={t('find.webhooks')}
      columns={useDeliveryColumns()}
      rowKey={(row) => row.id}
      rowName={(row) => row.type}
      {...retrying(retryDelivery)}
      empty={{ icon: IconWebhook, title: t('noWebhooks') }}
    />
  );
}

function Jobs() {
  const { t } = useTranslation(['ops-failures', 'ops']);
  const retrying = useRetrying();
  const list = useFailedJobs();
  return (
    <OpsSection
      title={t('jobs')}
      list={list}
      find={t('find.jobs')}
      columns={useJobColumns()}
      rowKey={(row) => row.id}
      rowName={(row) => row.task}
      {...retrying(retryJob)}
      empty={{ icon: IconSettings, title: t('noJobs') }}
    />
  );
}
