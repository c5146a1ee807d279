import type { OpsApprovalRow, OpsApprovalState } from '@daftar/contract/ops-approvals';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Email } from '../../../ui/email.tsx';
import { Money } from '../../../ui/money.tsx';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';
import { approvalPath } from '../../paths/approvals.ts';
import { NameLink } from '../../shared/cells.tsx';
import { References } from '../../shared/references.tsx';
import { useSubjectPath } from '../../shared/subject-link.tsx';

const KINDS: Readonly<Record<OpsApprovalState, StatusKind>> = {
  waiting: 'pending',
  approved: 'success',
  declined: 'fail',
  withdrawn: 'closed',
  expired: 'closed',
  ended: 'closed',
};

/** What became of a request. */
export function ApprovalStatus({ state }: { state: OpsApprovalState }) {
  const { t } = useTranslation('ops-approvals');
  return <StatusChip kind={KINDS[state]}>{t(`state.${state}`)}</StatusChip>;
}

/** What a request is about, linked where it has a page, for those who may open it. */
export function Named({ subject, name, merchant }: Pick<OpsApprovalRow, 'subject' | 'merchant' | 'name'>) {
  const to = useSubjectPath()({ subject, merchant, mode: null });
  return to ? <NameLink to={to}>{name}</NameLink> : <References text={name} />;
}

/** The columns of the list. */
export function useApprovalColumns(): readonly Column<OpsApprovalRow>[] {
  const { t } = useTranslation(['ops-approvals', 'ops']);
  return [
    {
      id: 'kind',
      header: t('what'),
      card: 'title',
      skeleton: '10rem',
      cell: ({ id, kind }) => <NameLink to={approvalPath(id)}>{t(`ops:approvalKind.${kind}`)}</NameLink>,
    },
    { id: 'name', header: t('of'), plain: true, skeleton: '8rem', cell: (row) => <Named {...row} /> },
    {
      id: 'amount',
      header: t('ops:column.amount'),
      align: 'end',
      plain: true,
      cell: ({ amount }) => <Money amount={amount} />,
    },
    { id: 'asked_by', header: t('askedBy'), plain: true, cell: ({ asked_by }) => <Email value={asked_by} /> },
    {
      id: 'state',
      header: t('ops:column.status'),
      card: 'chip',
      cell: ({ state }) => <ApprovalStatus state={state} />,
    },
    {
      id: 'decided_by',
      header: t('decidedBy'),
      minor: 'wide',
      card: 'none',
      cell: ({ decided_by }) => (decided_by ? <Email value={decided_by} /> : <span aria-hidden>–</span>),
    },
    {
      id: 'created_at',
      header: t('askedAt'),
      plain: true,
      skeleton: '8rem',
      cell: ({ created_at }) => <DateText value={created_at} />,
    },
  ];
}
