import { MERCHANT_STATUS } from '@daftar/contract/auth';
import { type OpsMerchantRow, opsMerchants } from '@daftar/contract/ops-merchants';
import { IconBuildingStore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useListSearch } from '../../ui/list-search.ts';
import { Mobile } from '../../ui/mobile.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import classes from '../shared/cells.module.css';
import { MerchantStatus, NameLink } from '../shared/cells.tsx';
import { useListQuery } from '../shared/query.ts';

/** `/ops/merchants` */
export default function MerchantsPage() {
  const { t } = useTranslation(['ops-merchants', 'ops']);
  const search = useListSearch(opsMerchants.list, 'ops-merchants');
  const query = useListQuery(opsMerchants.list, search);
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
  const columns: readonly Column<OpsMerchantRow>[] = [
    {
      id: 'name',
      header: t('ops:column.name'),
      card: 'title',
      skeleton: '9rem',
      cell: ({ id, name }) => <NameLink to={`/merchants/${id}`}>{name}</NameLink>,
    },
    { id: 'id', header: t('ops:column.id'), sortBy: false, cell: ({ id }) => <bdi>{id}</bdi> },
    {
      id: 'email',
      header: t('ops:column.email'),
      skeleton: '10rem',
      cell: ({ email }) => <bdi>{email}</bdi>,
    },
    {
      id: 'mobile',
      header: t('ops:column.mobile'),
      minor: true,
      cell: ({ mobile }) => (
        <span className={classes.line}>
          <Mobile value={mobile} />
        </span>
      ),
    },
    {
      id: 'status',
      header: t('ops:column.status'),
      card: 'chip',
      cell: ({ status, is_held }) => (
        <>
          <MerchantStatus status={status} /> {is_held && <StatusChip kind="pending">{t('held')}</StatusChip>}
        </>
      ),
    },
    {
      id: 'created_at',
      header: t('ops:column.joined'),
      skeleton: '8rem',
      cell: ({ created_at }) => <DateText value={created_at} />,
    },
  ];
  return (
    <ListPage title={t('ops:nav.merchants')} search={search} filters={filters}>
      <DataTable
        caption={t('ops:nav.merchants')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        rowHref={(row) => `/merchants/${row.id}`}
        empty={{ icon: IconBuildingStore, title: t('empty') }}
      />
    </ListPage>
  );
}
