import type { ExpiryRow } from '@daftar/contract/ops-documents';
import { IconCalendarOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { MerchantLink } from '../shared/cells.tsx';
import { ExpiryChip } from '../shared/documents/expiry-chip.tsx';
import { useExpiring } from './api.ts';

/** `/ops/documents`: which documents of merchants expire, the first first. */
export default function ExpiringPage() {
  const { t } = useTranslation('ops');
  const { search, query } = useExpiring();
  const columns = useMemo(
    (): readonly Column<ExpiryRow>[] => [
      {
        id: 'merchant',
        header: t('column.merchant'),
        card: 'title',
        sortBy: false,
        cell: ({ merchant }) => <MerchantLink merchant={merchant} />,
      },
      {
        id: 'kind',
        header: t('expiry.document'),
        sortBy: false,
        cell: ({ kind }) => t(`expiry.${kind}`),
      },
      {
        id: 'expires_on',
        header: t('expiry.day'),
        cell: ({ expires_on }) => <DateText value={expires_on} style="date" />,
      },
      {
        id: 'state',
        header: t('column.status'),
        card: 'chip',
        sortBy: false,
        cell: ({ state }) => <ExpiryChip state={state} />,
      },
    ],
    [t],
  );
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'is_expired',
      label: t('column.status'),
      options: [{ value: 'yes', label: t('expiry.state.expired') }],
    },
  ];
  return (
    <ListPage title={t('nav.expiring')} search={search} filters={filters}>
      <DataTable
        caption={t('nav.expiring')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.merchant.name}
        empty={{ icon: IconCalendarOff, title: t('expiry.empty') }}
      />
    </ListPage>
  );
}
