import { IconMail, IconRefresh, IconSettings, IconWebhook } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type BulkAction, BulkActions } from '../../ui/bulk-actions.tsx';
import { formatDate, formatNumber } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { useSelection } from '../../ui/use-selection.ts';
import { useMay } from '../shared/operator.ts';
import { OpsSection } from '../shared/ops-list.tsx';
import {
  act,
  refetchAll,
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

interface Retrying<Row> {
  list: { query: { data?: { data: readonly Row[] } | undefined } };
  retry: (row: Row) => Promise<{ message: string }>;
  /** What it is; when it was is said beside it. */
  kindOf: (row: Row) => string;
}

/** Trying again, for those who may: one row by its menu, or the selected ones. */
function useRetrying<Row extends { id: number; created_at: string }>({ list, retry, kindOf }: Retrying<Row>) {
  const { t } = useTranslation('ops-failures');
  const locale = useLocale();
  const mayRetry = useMay()('ops:failures');
  const { selection, rows } = useSelection(list.query.data?.data, keyOf);
  const rowName = (row: Row) => `${kindOf(row)} · ${formatDate(row.created_at, locale)}`;
  const common = { rowKey: keyOf, rowName };
  if (!mayRetry) return common;
  const retryMany: BulkAction<Row> = {
    label: t('retry'),
    icon: IconRefresh,
    ask: ({ length: count }) => ({
      title: t('retryManyTitle', { count, number: formatNumber(count, locale) }),
      text: t('retryManyText'),
    }),
    act: retry,
    after: refetchAll,
  };
  return {
    ...common,
    selection,
    bulk: <BulkActions selection={selection} rows={rows} {...common} actions={[retryMany]} />,
    rowActions: (row: Row) => [
      { label: t('retry'), icon: IconRefresh, onClick: () => void act(() => retry(row)) },
    ],
  };
}

const keyOf = ({ id }: { id: number }) => id;

function Messages() {
  const { t } = useTranslation(['ops-failures', 'ops']);
  const list = useFailedMessages();
  const retrying = useRetrying({ list, retry: retryMessage, kindOf: ({ recipient }) => recipient });
  return (
    <OpsSection
      title={t('messages')}
      list={list}
      find={t('find.messages')}
      columns={useMessageColumns()}
      {...retrying}
      empty={{ icon: IconMail, title: t('noMessages') }}
    />
  );
}

function Deliveries() {
  const { t } = useTranslation(['ops-failures', 'ops']);
  const list = useFailedDeliveries();
  const retrying = useRetrying({ list, retry: retryDelivery, kindOf: ({ type }) => type });
  return (
    <OpsSection
      title={t('webhooks')}
      list={list}
      find={t('find.webhooks')}
      columns={useDeliveryColumns()}
      {...retrying}
      empty={{ icon: IconWebhook, title: t('noWebhooks') }}
    />
  );
}

function Jobs() {
  const { t } = useTranslation(['ops-failures', 'ops']);
  const list = useFailedJobs();
  const retrying = useRetrying({ list, retry: retryJob, kindOf: ({ task }) => task });
  return (
    <OpsSection
      title={t('jobs')}
      list={list}
      find={t('find.jobs')}
      columns={useJobColumns()}
      {...retrying}
      empty={{ icon: IconSettings, title: t('noJobs') }}
    />
  );
}
