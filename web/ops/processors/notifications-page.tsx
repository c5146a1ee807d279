import { NOTIFICATION_STATES, type NotificationRow } from '@daftar/contract/ops-processors';
import { IconEye, IconInbox, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowAction } from '../../ui/data-table.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatDate } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { useMay } from '../shared/operator.ts';
import { OpsList } from '../shared/ops-list.tsx';
import { replayNotification, useAccounts, useNotifications } from './api.ts';
import { useNotificationColumns } from './components/columns.tsx';
import { NotificationDrawer } from './components/notification-drawer.tsx';

/** `/ops/processor-notifications`: what processors told us, each as it was received. */
export default function NotificationsPage() {
  const { t } = useTranslation(['ops-processors', 'ops']);
  const locale = useLocale();
  const list = useNotifications();
  const accounts = useAccounts().data?.data ?? [];
  const [shown, setShown] = useState<{ row: NotificationRow; opened: boolean } | null>(null);
  const open = (row: NotificationRow) => setShown({ row, opened: true });
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
  const rowActions = (row: NotificationRow): RowAction[] => [
    { label: t('view'), icon: IconEye, onClick: () => open(row) },
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
      columns={useNotificationColumns(open)}
      rowKey={(row) => row.id}
      rowName={(row) => formatDate(row.created_at, locale, 'time')}
      rowActions={rowActions}
      empty={{ icon: IconInbox, title: t('noNotifications') }}
    >
      {shown && (
        <NotificationDrawer
          id={shown.row.id}
          opened={shown.opened}
          onClose={() => setShown((now) => now && { ...now, opened: false })}
        />
      )}
    </OpsList>
  );
}
