import { RESERVE_ITEM_STATES } from '@daftar/contract/reserve';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FilterField } from '../../ui/filters.tsx';
import { useCrossMerchantFilters } from '../shared/cells.tsx';
import { OpsList } from '../shared/ops-list.tsx';
import { useReserveItems } from './api.ts';
import { useReserveColumns } from './components/columns.tsx';

/** `/ops/reserve`: what of settlements is held, until when, and what became of it. */
export default function ReservePage() {
  const { t } = useTranslation(['ops-reserve', 'ops']);
  const list = useReserveItems();
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'state',
      label: t('ops:column.status'),
      options: RESERVE_ITEM_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
    },
    ...useCrossMerchantFilters(t('releaseOn')),
  ];
  return (
    <OpsList
      title={t('ops:nav.reserve')}
      list={list}
      find={t('find')}
      filters={filters}
      columns={useReserveColumns()}
      rowKey={(row) => row.id}
      rowName={(row) => row.settlement_reference}
      empty={{ icon: IconLock, title: t('empty'), text: t('emptyText') }}
    />
  );
}
