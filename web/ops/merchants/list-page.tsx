import { MERCHANT_STATUS } from '@daftar/contract/auth';
import { IconBuildingStore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FilterField } from '../../ui/filters.tsx';
import { merchantPath } from '../paths/merchants.ts';
import { OpsList } from '../shared/ops-list.tsx';
import { useMerchants } from './api.ts';
import { useMerchantColumns } from './components/columns.tsx';

/** `/ops/merchants` */
export default function MerchantsPage() {
  const { t } = useTranslation(['ops-merchants', 'ops']);
  const list = useMerchants();
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'status',
      label: t('ops:column.status'),
      options: Object.values(MERCHANT_STATUS).map((status) => ({
        value: String(status),
        label: t(`ops:merchantStatus.${status}`),
      })),
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('ops:column.joined') },
  ];
  const columns = useMerchantColumns();
  return (
    <OpsList
      title={t('ops:nav.merchants')}
      list={list}
      find={t('find')}
      filters={filters}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      rowHref={(row) => merchantPath(row.id)}
      empty={{ icon: IconBuildingStore, title: t('empty') }}
    />
  );
}
