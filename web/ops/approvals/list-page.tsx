import {
  APPROVED_TOGETHER,
  OPS_APPROVAL_KIND_NAMES,
  OPS_APPROVAL_KINDS,
  OPS_APPROVAL_STATES,
  type OpsApprovalRow,
} from '@daftar/contract/ops-approvals';
import { IconChecks, IconUserCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type BulkAction, BulkActions } from '../../ui/bulk-actions.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatMoney, formatNumber } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { useSelection } from '../../ui/use-selection.ts';
import { approvalPath } from '../paths/approvals.ts';
import { useMay } from '../shared/operator.ts';
import { OpsList } from '../shared/ops-list.tsx';
import { approveOne, refetchAll, useApprovals } from './api.ts';
import { useApprovalColumns } from './components/columns.tsx';

/** In EGP, added up in piastres. */
const sumOf = (rows: readonly OpsApprovalRow[]) =>
  rows.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0) / 100;

/** `/ops/approvals`: what waits for a second operator, and what was decided. */
export default function ApprovalsPage() {
  const { t } = useTranslation(['ops-approvals', 'ops']);
  const list = useApprovals();
  const may = useMay();
  const mayDecide = APPROVED_TOGETHER.some((kind) => may(OPS_APPROVAL_KINDS[kind]));
  const locale = useLocale();
  const { selection, rows } = useSelection(list.query.data?.data, (row) => row.id);
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
  const approveMany: BulkAction<OpsApprovalRow> = {
    label: t('approve'),
    icon: IconChecks,
    fits: ({ kind, state, is_own }) => state === 'waiting' && !is_own && APPROVED_TOGETHER.includes(kind),
    ask: (chosen) => ({
      title: t('approveMany', { count: chosen.length, number: formatNumber(chosen.length, locale) }),
      text: t('approveManyText', {
        sum: formatMoney(sumOf(chosen), 'EGP', locale),
        names: chosen
          .map(({ name, merchant, amount }) =>
            [name, merchant?.name, amount !== null && formatMoney(amount, 'EGP', locale)]
              .filter(Boolean)
              .join(' '),
          )
          .join(locale === 'ar' ? '، ' : ', '),
      }),
    }),
    act: ({ id }) => approveOne(id),
    after: refetchAll,
  };
  return (
    <OpsList
      title={t('ops:nav.approvals')}
      list={list}
      find={t('find')}
      filters={filters}
      bulk={
        mayDecide && (
          <BulkActions
            selection={selection}
            rows={rows}
            rowKey={(row) => row.id}
            rowName={(row) => row.name}
            actions={[approveMany]}
          />
        )
      }
      {...(mayDecide ? { selection } : {})}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      rowHref={(row) => approvalPath(row.id)}
      empty={{ icon: IconUserCheck, title: t('empty'), text: t('emptyText') }}
    />
  );
}
