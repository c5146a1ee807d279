import { APPROVAL_KINDS, APPROVAL_STATES, type ApprovalRow } from '@daftar/contract/approvals';
import { IconEye, IconUserCheck, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DataTable, type RowAction } from '../../ui/data-table.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useOverlay } from '../../ui/use-overlay.ts';
import { SavedViews } from '../saved-views/index.ts';
import type { PageModule } from '../shared/screen.ts';
import { prefetchApprovals, useApprovals } from './api.ts';
import { ApprovalDrawer } from './components/approval-drawer.tsx';
import { useApprovalColumns } from './components/columns.tsx';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchApprovals(search);

function useFilterFields(): readonly FilterField[] {
  const { t } = useTranslation(['approvals', 'messages']);
  return [
    {
      kind: 'select',
      name: 'state',
      label: t('column.state'),
      options: APPROVAL_STATES.map((state) => ({
        value: state,
        label: t(`messages:approvalState.${state}`),
      })),
    },
    {
      kind: 'select',
      name: 'kind',
      label: t('column.kind'),
      options: APPROVAL_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
    },
    {
      kind: 'select',
      name: 'waits_for',
      label: t('filter.waits_for'),
      options: [{ value: 'me', label: t('filter.waits_for.me') }],
    },
  ];
}

/** `/approvals`: refunds, payouts and changes that need or needed approval. */
export default function ApprovalsPage() {
  const { t } = useTranslation('approvals');
  const { search, counts, query } = useApprovals();
  const columns = useApprovalColumns();
  const filters = useFilterFields();
  const { shown, open, props } = useOverlay<ApprovalRow>();

  const rowActions = (row: ApprovalRow): RowAction[] => {
    const onClick = () => open(row);
    const isToDecide = row.state === 'waiting' && !row.mine;
    return [
      isToDecide
        ? { label: t('action.decide'), icon: IconUserCheck, onClick }
        : { label: t('action.view'), icon: IconEye, onClick },
    ];
  };

  return (
    <ListPage
      title={t('list.title')}
      search={search}
      filters={filters}
      views={<SavedViews search={search} fields={filters} />}
      tabs="state"
      counts={counts}
    >
      <DataTable
        caption={t('list.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => t(`name.${row.kind}`, { name: row.requested_by })}
        rowActions={rowActions}
        empty={{ icon: IconUsers, title: t('empty.title'), text: t('empty.text') }}
      />
      {shown && <ApprovalDrawer approval={shown.subject} {...props} />}
    </ListPage>
  );
}
