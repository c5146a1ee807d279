import type { OpenBatch } from '@daftar/contract/ops-bank-statements';
import { IconPackages } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { Money } from '../../ui/money.tsx';
import { settlementFilePath } from '../paths/reconciliation.ts';
import { AccountLink, NameLink } from '../shared/cells.tsx';
import { useMay } from '../shared/operator.ts';
import { useBatches } from './api.ts';
import { useBook } from './components/book.tsx';

/** `/ops/batches-to-book`: what processors should have paid, and what the bank has received of it. */
export default function BatchesPage() {
  const { t } = useTranslation('ops-bank-statements');
  const { search, query } = useBatches();
  const may = useMay();
  const { book, dialog } = useBook();
  const columns: readonly Column<OpenBatch>[] = [
    {
      id: 'name',
      header: t('batch'),
      card: 'title',
      cell: ({ name, file }) => <NameLink to={settlementFilePath(file.id)}>{name || file.name}</NameLink>,
    },
    {
      id: 'account',
      header: t('processorAccount'),
      cell: ({ account }) => <AccountLink account={account} />,
    },
    { id: 'value_on', header: t('due'), cell: ({ value_on }) => <DateText value={value_on} style="date" /> },
    { id: 'net', header: t('net'), align: 'end', card: 'value', cell: ({ net }) => <Money amount={net} /> },
    {
      id: 'received',
      header: t('received'),
      align: 'end',
      cell: ({ received }) => (received === null ? <span>{t('notYet')}</span> : <Money amount={received} />),
    },
  ];
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'is_received',
      label: t('received'),
      options: [{ value: 'yes', label: t('onStatement') }],
    },
  ];
  return (
    <ListPage title={t('batches')} search={search} filters={filters}>
      <DataTable
        caption={t('batches')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.name || row.file.name}
        rowActions={(row) =>
          row.received === null || !may('ops:reconciliation')
            ? []
            : [{ label: t('book'), onClick: () => book(row) }]
        }
        empty={{ icon: IconPackages, title: t('noBatches'), text: t('noBatchesText') }}
      />
      {dialog}
    </ListPage>
  );
}
