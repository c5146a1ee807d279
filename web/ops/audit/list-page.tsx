import type { AuditRow } from '@daftar/contract/ops-platform';
import { IconEye, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterField } from '../../ui/filters.tsx';
import { OpsList } from '../shared/ops-list.tsx';
import { useAuditActions, useAuditLog } from './api.ts';
import { AuditDrawer } from './components/audit-drawer.tsx';
import { useAuditColumns } from './components/columns.tsx';

/** `/ops/audit`: the audit log, with the changes of each action in a drawer. */
export default function AuditPage() {
  const { t } = useTranslation(['ops-audit', 'ops']);
  const list = useAuditLog();
  const actions = useAuditActions().data?.data ?? [];
  const [shown, setShown] = useState<{ row: AuditRow; opened: boolean } | null>(null);
  const open = (row: AuditRow) => setShown({ row, opened: true });
  const filters: readonly FilterField[] = [
    { kind: 'text', name: 'actor', label: t('actor'), ltr: true },
    {
      kind: 'select',
      name: 'action',
      label: t('action'),
      options: actions.map(({ action, name }) => ({ value: action, label: name })),
    },
    { kind: 'text', name: 'merchant_id', label: t('ops:filter.merchantId'), ltr: true },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('when') },
  ];
  const columns = useAuditColumns(open);
  return (
    <OpsList
      title={t('ops:nav.audit')}
      list={list}
      find={t('find')}
      filters={filters}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.action_name}
      rowActions={(row) => [{ label: t('view'), icon: IconEye, onClick: () => open(row) }]}
      empty={{ icon: IconHistory, title: t('empty') }}
    >
      {shown && (
        <AuditDrawer {...shown} onClose={() => setShown((now) => now && { ...now, opened: false })} />
      )}
    </OpsList>
  );
}
