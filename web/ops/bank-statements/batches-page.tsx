import type { OpenBatch } from '@daftar/contract/ops-bank-statements';
import { IconPackages } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { Money } from '../../ui/money.tsx';
import { settlementFilePath } from '../paths/reconciliation.ts';
import { AccountLink, NameLink } from '../shared/cells.tsx';
import { useMay } from '../shared/operator.ts';
import { OpsList } from '../shared/ops-list.tsx';
import { useBatches } from './api.ts';
import { useBook } from './components/book.tsx';

/** `/ops/batches-to-book`: what processors should have paid, and what the bank has received of it. */
export default function BatchesPage() {
  const { t } = useTranslation('ops-bank-statements');
  const list = useBatches();
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
      sortBy: false,
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
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('due') },
  ];
  return (
    <OpsList
      title={t('batches')}
      list={list}
      find={t('find.batches')}
      filters={filters}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.name || row.file.name}
      rowActions={(row) =>
        row.received === null || !may('ops:reconciliation')
          ? []
          : [{ label: t('book'), onClick: () => book(row) }]
      }
      empty={{ icon: IconPackages, title: t('noBatches'), text: t('noBatchesText') }}
    >
      {dialog}
    </OpsList>
  );
}
