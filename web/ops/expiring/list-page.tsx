import { EXPIRING_DOCUMENTS, EXPIRY_STATES, type ExpiryRow } from '@daftar/contract/ops-documents';
import { IconCalendarOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { MerchantLink } from '../shared/cells.tsx';
import { ExpiryChip } from '../shared/documents/expiry-chip.tsx';
import { OpsList } from '../shared/ops-list.tsx';
import { useExpiring } from './api.ts';

/** `/ops/documents`: which documents of merchants expire, the first first. */
export default function ExpiringPage() {
  const { t } = useTranslation('ops');
  const list = useExpiring();
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'state',
      label: t('column.status'),
      options: EXPIRY_STATES.map((value) => ({ value, label: t(`expiry.state.${value}`) })),
    },
    {
      kind: 'select',
      name: 'kind',
      label: t('expiry.document'),
      options: EXPIRING_DOCUMENTS.map((value) => ({ value, label: t(`expiry.${value}`) })),
    },
    {
      kind: 'select',
      name: 'is_expired',
      label: t('expiry.validity'),
      options: [{ value: 'yes', label: t('expiry.state.expired') }],
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('expiry.day') },
    { kind: 'text', name: 'merchant_id', label: t('filter.merchantId'), ltr: true },
  ];
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
  return (
    <OpsList
      title={t('nav.expiring')}
      list={list}
      find={t('find.merchant')}
      filters={filters}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.merchant.name}
      empty={{ icon: IconCalendarOff, title: t('expiry.empty') }}
    />
  );
}
