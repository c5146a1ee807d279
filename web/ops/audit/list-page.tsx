import type { AuditRow } from '@daftar/contract/ops-platform';
import { IconEye, IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FilterField } from '../../ui/filters.tsx';
import { useOverlay } from '../../ui/use-overlay.ts';
import { OpsList } from '../shared/ops-list.tsx';
import { useAuditActions, useAuditLog } from './api.ts';
import { AuditDrawer } from './components/audit-drawer.tsx';
import { useAuditColumns } from './components/columns.tsx';

/** `/ops/audit`: the audit log, with the changes of each action in a drawer. */
export default function AuditPage() {
  const { t } = useTranslation(['ops-audit', 'ops']);
  const list = useAuditLog();
  const actions = useAuditActions().data?.data ?? [];
  const viewing = useOverlay<AuditRow>();
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
  const columns = useAuditColumns(viewing.open);
  return (
    <OpsList
      title={t('ops:nav.audit')}
      list={list}
      find={t('find')}
      filters={filters}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.action_name}
      rowActions={(row) => [{ label: t('view'), icon: IconEye, onClick: () => viewing.open(row) }]}
      empty={{ icon: IconHistory, title: t('empty') }}
    >
      {viewing.shown && <AuditDrawer row={viewing.shown.subject} {...viewing.props} />}
    </OpsList>
  );
}
