import { MERCHANT_STATUS } from '@daftar/contract/auth';
import { IconBuildingStore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { merchantPath } from '../paths/merchants.ts';
import { useMerchants } from './api.ts';
import { useMerchantColumns } from './components/columns.tsx';

/** `/ops/merchants` */
export default function MerchantsPage() {
  const { t } = useTranslation(['ops-merchants', 'ops']);
  const { search, query } = useMerchants();
  const filters: readonly FilterField[] = [
    { kind: 'text', name: 'q', label: t('q') },
    {
      kind: 'select',
      name: 'status',
      label: t('ops:column.status'),
      options: Object.values(MERCHANT_STATUS).map((status) => ({
        value: String(status),
        label: t(`ops:merchantStatus.${status}`),
      })),
    },
  ];
  const columns = useMerchantColumns();
  return (
    <ListPage title={t('ops:nav.merchants')} search={search} filters={filters}>
      <DataTable
        caption={t('ops:nav.merchants')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        rowHref={(row) => merchantPath(row.id)}
        empty={{ icon: IconBuildingStore, title: t('empty') }}
      />
    </ListPage>
  );
}
