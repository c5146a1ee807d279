import { DUE_STATES, TRANSFER_KINDS } from '@daftar/contract/ops-bank-transfer-batches';
import { IconBuildingBank } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FilterField } from '../../ui/filters.tsx';
import { OpsList } from '../shared/ops-list.tsx';
import { useDue } from './api.ts';
import { useDueColumns } from './components/columns.tsx';

/** `/ops/transfers-due`: the settlements and payouts that wait for their transfer and are in no file. */
export default function DueTransfersPage() {
  const { t } = useTranslation(['ops-bank-transfers', 'ops']);
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'kind',
      label: t('reference'),
      options: TRANSFER_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
    },
    {
      kind: 'select',
      name: 'state',
      label: t('ops:column.status'),
      options: DUE_STATES.map((state) => ({ value: state, label: t(`dueState.${state}`) })),
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('ops:column.created') },
  ];
  return (
    <OpsList
      title={t('due')}
      list={useDue()}
      find={t('find.transfers')}
      filters={filters}
      columns={useDueColumns()}
      // A settlement and a payout may have the same id.
      rowKey={(row) => 2 * row.id + (row.kind === 'payout' ? 1 : 0)}
      rowName={(row) => row.reference}
      empty={{ icon: IconBuildingBank, title: t('noDue'), text: t('noDueText') }}
    />
  );
}
