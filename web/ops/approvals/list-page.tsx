import { OPS_APPROVAL_KIND_NAMES, OPS_APPROVAL_STATES } from '@daftar/contract/ops-approvals';
import { IconUserCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FilterField } from '../../ui/filters.tsx';
import { approvalPath } from '../paths/approvals.ts';
import { OpsList } from '../shared/ops-list.tsx';
import { useApprovals } from './api.ts';
import { useApprovalColumns } from './components/columns.tsx';

/** `/ops/approvals`: what waits for a second operator, and what was decided. */
export default function ApprovalsPage() {
  const { t } = useTranslation(['ops-approvals', 'ops']);
  const list = useApprovals();
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'state',
      label: t('ops:column.status'),
      options: OPS_APPROVAL_STATES.map((state) => ({ value: state, label: t(`state.${state}`) })),
    },
    {
      kind: 'select',
      name: 'kind',
      label: t('what'),
      options: OPS_APPROVAL_KIND_NAMES.map((kind) => ({ value: kind, label: t(`ops:approvalKind.${kind}`) })),
    },
    {
      kind: 'select',
      name: 'to_decide',
      label: t('decider'),
      options: [{ value: 'yes', label: t('decidesYou') }],
    },
    { kind: 'text', name: 'merchant_id', label: t('ops:filter.merchantId'), ltr: true },
  ];
  const columns = useApprovalColumns();
  return (
    <OpsList
      title={t('ops:nav.approvals')}
      list={list}
      find={t('find')}
      filters={filters}
      tabs="state"
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      rowHref={(row) => approvalPath(row.id)}
      empty={{ icon: IconUserCheck, title: t('empty'), text: t('emptyText') }}
    />
  );
}
