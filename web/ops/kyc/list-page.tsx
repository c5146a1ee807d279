import { type ActivationRequest, REQUEST_STATES } from '@daftar/contract/ops-kyc';
import { IconUserCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import { Email } from '../../ui/email.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { textKey } from '../../ui/text-key.ts';
import { kycRequestPath } from '../paths/kyc.ts';
import { NameLink, WaitingSince } from '../shared/cells.tsx';
import { OpsList } from '../shared/ops-list.tsx';
import { useRequests } from './api.ts';

const KINDS = { submitted: 'pending', approved: 'success', rejected: 'fail' } as const;

/** `/ops/kyc`: activation requests, those that wait unless others are asked for, longest first. */
export default function QueuePage() {
  const { t } = useTranslation(['ops-kyc', 'ops']);
  const list = useRequests();
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'state',
      label: t('ops:column.status'),
      options: REQUEST_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
    },
    {
      kind: 'select',
      name: 'business_type',
      label: t('type'),
      options: ['1', '2'].map((value) => ({ value, label: t(textKey('ops-kyc:type.', value)) })),
    },
    { kind: 'select', name: 'late', label: t('waiting'), options: [{ value: '1', label: t('late') }] },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('sent') },
  ];
  return (
    <OpsList
      title={t('ops:nav.kyc')}
      list={list}
      find={t('ops:find.merchant')}
      filters={filters}
      columns={useColumns()}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      rowHref={(row) => kycRequestPath(row.id)}
      empty={{ icon: IconUserCheck, title: t('empty'), text: t('emptyText') }}
    />
  );
}

function useColumns(): readonly Column<ActivationRequest>[] {
  const { t } = useTranslation(['ops-kyc', 'ops']);
  return [
    {
      id: 'name',
      header: t('ops:column.merchant'),
      card: 'title',
      sortBy: false,
      cell: ({ id, name }) => <NameLink to={kycRequestPath(id)}>{name}</NameLink>,
    },
    {
      id: 'email',
      header: t('ops:column.email'),
      sortBy: false,
      card: 'none',
      cell: ({ email }) => <Email value={email} />,
    },
    {
      id: 'business_type',
      header: t('type'),
      plain: true,
      sortBy: false,
      cell: ({ business_type }) => t(textKey('ops-kyc:type.', business_type)),
    },
    {
      id: 'submitted_at',
      header: t('sent'),
      cell: ({ submitted_at }) => <DateText value={submitted_at} />,
    },
    {
      id: 'waiting',
      header: t('waiting'),
      sortBy: false,
      cell: ({ state, submitted_at, decided_at }) =>
        state === 'submitted' ? (
          <WaitingSince since={submitted_at} />
        ) : (
          decided_at && <DateText value={decided_at} />
        ),
    },
    {
      id: 'state',
      header: t('ops:column.status'),
      card: 'chip',
      sortBy: false,
      cell: ({ state, is_late }) => (
        <StatusChip kind={is_late ? 'fail' : KINDS[state]}>
          {t(is_late ? 'late' : `state.${state}`)}
        </StatusChip>
      ),
    },
  ];
}
