import { NOTIFICATION_STATES, type NotificationRow } from '@daftar/contract/ops-processors';
import { IconEye, IconInbox, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type BulkAction, BulkActions } from '../../ui/bulk-actions.tsx';
import type { RowAction } from '../../ui/data-table.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatDate, formatNumber } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { useOverlay } from '../../ui/use-overlay.ts';
import { useSelection } from '../../ui/use-selection.ts';
import { useMay } from '../shared/operator.ts';
import { OpsList } from '../shared/ops-list.tsx';
import { refetchAll, replayNotification, replayOne, useAccounts, useNotifications } from './api.ts';
import { useNotificationColumns } from './components/columns.tsx';
import { NotificationDrawer } from './components/notification-drawer.tsx';

const keyOf = ({ id }: NotificationRow) => id;

/** `/ops/processor-notifications`: what processors told us, each as it was received. */
export default function NotificationsPage() {
  const { t } = useTranslation(['ops-processors', 'ops']);
  const locale = useLocale();
  const list = useNotifications();
  const accounts = useAccounts().data?.data ?? [];
  const viewing = useOverlay<NotificationRow>();
  const may = useMay();
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'account_id',
      label: t('account'),
      options: accounts.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      kind: 'select',
      name: 'state',
      label: t('ops:column.status'),
      options: NOTIFICATION_STATES.map((state) => ({ value: state, label: t(`notificationState.${state}`) })),
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('received') },
  ];
  const { selection, rows } = useSelection(list.query.data?.data, keyOf);
  const mayReplay = may('ops:processors');
  const nameOf = (row: NotificationRow) => formatDate(row.created_at, locale, 'time');
  const replayMany: BulkAction<NotificationRow> = {
    label: t('replay'),
    icon: IconRefresh,
    fits: ({ state }) => state !== 'forged',
    ask: ({ length: count }) => ({
      title: t('replayManyTitle', { count, number: formatNumber(count, locale) }),
      text: t('replayManyText'),
    }),
    act: ({ id }) => replayOne(id),
    after: refetchAll,
  };
  const rowActions = (row: NotificationRow): RowAction[] => [
    { label: t('view'), icon: IconEye, onClick: () => viewing.open(row) },
    ...(row.state === 'forged' || !may('ops:processors')
      ? []
      : [{ label: t('replay'), icon: IconRefresh, onClick: () => void replayNotification(row.id) }]),
  ];
  return (
    <OpsList
      title={t('ops:nav.processorNotifications')}
      list={list}
      find={t('find.notifications')}
      filters={filters}
      bulk={
        mayReplay && (
          <BulkActions
            selection={selection}
            rows={rows}
            rowKey={keyOf}
            rowName={nameOf}
            actions={[replayMany]}
          />
        )
      }
      {...(mayReplay ? { selection } : {})}
      columns={useNotificationColumns(viewing.open)}
      rowKey={keyOf}
      rowName={nameOf}
      rowActions={rowActions}
      empty={{ icon: IconInbox, title: t('noNotifications') }}
    >
      {viewing.shown && <NotificationDrawer id={viewing.shown.subject.id} {...viewing.props} />}
    </OpsList>
  );
}
