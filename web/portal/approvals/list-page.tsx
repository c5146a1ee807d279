import { APPROVAL_PERMISSION } from '@daftar/contract/access';
import { APPROVAL_KINDS, APPROVAL_STATES, type ApprovalRow } from '@daftar/contract/approvals';
import { IconArrowBackUp, IconBan, IconEye, IconUserCheck, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type BulkAction, BulkActions, fittingActions } from '../../ui/bulk-actions.tsx';
import { DataTable, type RowAction } from '../../ui/data-table.tsx';
import { ExportRows } from '../../ui/export-rows.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatDate, formatNumber } from '../../ui/format.ts';
import { ListPage } from '../../ui/list-page.tsx';
import { useLocale } from '../../ui/locale.ts';
import { ListFind } from '../../ui/table-search.tsx';
import { useOverlay } from '../../ui/use-overlay.ts';
import { useSelection } from '../../ui/use-selection.ts';
import { SavedViews } from '../saved-views/index.ts';
import { useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import {
  declineOne,
  exportApprovals,
  prefetchApprovals,
  refetchDecided,
  useApprovals,
  withdrawOne,
} from './api.ts';
import { ApprovalDrawer } from './components/approval-drawer.tsx';
import { useApprovalColumns } from './components/columns.tsx';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchApprovals(search);

function useFilterFields(): readonly FilterField[] {
  const { t } = useTranslation(['approvals', 'messages']);
  return [
    { kind: 'text', name: 'q', label: t('find') },
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

const keyOf = (row: ApprovalRow) => row.id;

/**
 * What can be done with many requests: what moves nothing. Each is approved on its own, by who has seen all of it: a payout's
 * bank account or a refund's reason is not in the list (ADR 4).
 */
function useBulkActions(): readonly BulkAction<ApprovalRow>[] {
  const { t } = useTranslation('approvals');
  const locale = useLocale();
  const may = useMay();
  const words = (count: number) => ({ count, number: formatNumber(count, locale) });
  const mayDecide = ({ kind, state }: ApprovalRow) => state === 'waiting' && may(APPROVAL_PERMISSION[kind]);
  return [
    {
      label: t('action.withdrawMany'),
      icon: IconArrowBackUp,
      danger: true,
      fits: (row) => row.mine && mayDecide(row),
      ask: ({ length }) => ({
        title: t('confirm.withdrawMany.title', words(length)),
        text: t('confirm.withdrawMany.text'),
      }),
      act: ({ id }) => withdrawOne(id),
      after: refetchDecided,
    },
    {
      label: t('action.decline'),
      icon: IconBan,
      danger: true,
      fits: (row) => !row.mine && mayDecide(row),
      ask: ({ length }) => ({
        title: t('decline.manyTitle', words(length)),
        text: t('decline.manyText'),
      }),
      reason: t('decline.reason'),
      act: ({ id }, _key, reason) => declineOne(id, reason),
      after: refetchDecided,
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
  const { selection, rows } = useSelection(query.data?.data, keyOf);
  const bulk = useBulkActions();
  const locale = useLocale();
  const nameOf = ({ kind, requested_by: name, transaction_reference: reference, created_at }: ApprovalRow) =>
    `${t(`name.${kind}`, { name })} · ${reference ?? formatDate(created_at, locale)}`;

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
      find={<ListFind search={search} name="q" label={t('find')} />}
      findOnPhone={false}
      tabs="state"
      counts={counts}
      tools={
        <ExportRows
          start={(choice, signal) => exportApprovals(search, choice, signal)}
          selection={selection}
          fileName="daftar-approvals.csv"
          disabled={query.data?.meta.total === 0}
        />
      }
    >
      <BulkActions
        selection={selection}
        rows={rows}
        rowKey={keyOf}
        rowName={nameOf}
        actions={fittingActions(bulk, rows)}
      />
      <DataTable
        caption={t('list.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={keyOf}
        selection={selection}
        rowName={nameOf}
        rowActions={rowActions}
        empty={{ icon: IconUsers, title: t('empty.title'), text: t('empty.text') }}
      />
      {shown && <ApprovalDrawer approval={shown.subject} {...props} />}
    </ListPage>
  );
}
