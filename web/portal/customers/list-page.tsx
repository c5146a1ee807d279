import type { Customer } from '@daftar/contract/customers';
import { Button } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconEye,
  IconFileInvoice,
  IconPencil,
  IconPlus,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BulkAction, BulkActions, fittingActions } from '../../ui/bulk-actions.tsx';
import { DataTable, type RowAction } from '../../ui/data-table.tsx';
import { ExportRows } from '../../ui/export-rows.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatNumber } from '../../ui/format.ts';
import { useAsk } from '../../ui/link.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useLocale } from '../../ui/locale.ts';
import { withSearch } from '../../ui/path.ts';
import { ListFind } from '../../ui/table-search.tsx';
import { useOverlay } from '../../ui/use-overlay.ts';
import { useSelection } from '../../ui/use-selection.ts';
import { customerPath } from '../paths/customers.ts';
import { newInvoicePath } from '../paths/invoices.ts';
import { SavedViews } from '../saved-views/index.ts';
import { useOwnFilters } from '../shared/own-columns.tsx';
import { useCan, useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import {
  archiveOne,
  exportCustomers,
  prefetchCustomers,
  refetchCustomers,
  useCustomers,
  useTags,
} from './api.ts';
import { useCustomerColumns, useSeesDetails } from './components/columns.tsx';
import { AddCustomerDrawer, EditCustomerDrawer } from './components/customer-drawer.tsx';
import { ImportCustomersButton } from './components/import-customers.tsx';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchCustomers(search);

function useFilterFields(): readonly FilterField[] {
  const { t } = useTranslation('customers');
  const tags = useTags().data?.data ?? [];
  const own = useOwnFilters();
  const seesDetails = useSeesDetails();
  const ofDetails: FilterField[] = [
    { kind: 'text', name: 'nationalId', label: t('field.nationalId'), ltr: true },
    {
      kind: 'select',
      name: 'tag',
      label: t('tags.one'),
      options: tags.map((tag) => ({ value: tag, label: tag })),
    },
    ...own,
  ];
  return [
    { kind: 'text', name: 'Keyword', label: t('filter.keyword') },
    { kind: 'text', name: 'mobile', label: t('field.mobile'), ltr: true },
    { kind: 'text', name: 'email', label: t('field.email'), ltr: true },
    { kind: 'day', name: 'creation', label: t('column.added') },
    {
      kind: 'select',
      name: 'archived',
      label: t('archive.filter'),
      options: [{ value: '1', label: t('archive.only') }],
    },
    ...(seesDetails ? ofDetails : []),
  ];
}

/** The actions of a customer. */
function useRowActions(edit: (customer: Customer) => void): (row: Customer) => RowAction[] {
  const { t } = useTranslation('customers');
  const can = useCan();
  const may = useMay();
  return (row) => [
    ...(can('view-customer-details')
      ? [{ label: t('action.view'), icon: IconEye, to: customerPath(row.id) }]
      : []),
    ...(may('update-customer')
      ? [{ label: t('action.edit'), icon: IconPencil, onClick: () => edit(row) }]
      : []),
    ...(may('create-invoice')
      ? [
          {
            label: t('action.invoice'),
            icon: IconFileInvoice,
            to: withSearch(newInvoicePath, { customerId: row.id }),
          },
        ]
      : []),
  ];
}

const keyOf = (row: Customer) => row.id;

/** What can be done with many customers. */
function useBulkActions(): readonly BulkAction<Customer>[] {
  const { t } = useTranslation('customers');
  const locale = useLocale();
  const may = useMay();
  if (!may('update-customer')) return [];
  const words = (count: number) => ({ count, number: formatNumber(count, locale) });
  return [
    {
      label: t('archive.confirm'),
      icon: IconArchive,
      fits: (row) => !row.is_archived,
      ask: ({ length }) => ({ title: t('archive.manyTitle', words(length)), text: t('archive.text') }),
      act: ({ id }) => archiveOne(id, true),
      after: refetchCustomers,
    },
    {
      label: t('archive.back'),
      icon: IconArchiveOff,
      fits: (row) => row.is_archived,
      ask: ({ length }) => ({ title: t('archive.backTitle', words(length)), text: t('archive.backText') }),
      act: ({ id }) => archiveOne(id, false),
      after: refetchCustomers,
    },
  ];
}

/** `/customers`: the merchant's customers. */
export default function CustomersPage() {
  const { t } = useTranslation('customers');
  const can = useCan();
  const may = useMay();
  const { search, query } = useCustomers();
  const columns = useCustomerColumns();
  const filters = useFilterFields();
  const [adding, setAdding] = useState(false);
  const [name, setName] = useState('');
  const editing = useOverlay<Customer>();
  const rowActions = useRowActions(editing.open);
  const { selection, rows: selectedRows } = useSelection(query.data?.data, keyOf);
  const bulk = useBulkActions();
  const hasRows = (query.data?.data.length ?? 0) > 0;
  const mayAdd = may('add-customer');
  const startAdding = (typed = '') => {
    setName(typed);
    setAdding(mayAdd);
  };
  useAsk('create', true, startAdding);
  const add = mayAdd && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => startAdding()}>
      {t('add.title')}
    </Button>
  );
  return (
    <ListPage
      title={t('list.title')}
      action={add}
      search={search}
      filters={filters}
      views={<SavedViews search={search} fields={filters} />}
      find={<ListFind search={search} name="Keyword" label={t('find')} />}
      tools={
        <>
          {mayAdd && <ImportCustomersButton />}
          <ExportRows
            start={(choice, signal) => exportCustomers(search, choice, signal)}
            selection={selection}
            disabled={!hasRows}
            fileName="daftar-customers.csv"
          />
        </>
      }
    >
      <BulkActions
        selection={selection}
        rows={selectedRows}
        rowKey={keyOf}
        rowName={(row) => row.name}
        actions={fittingActions(bulk, selectedRows)}
      />
      <DataTable
        caption={t('list.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={keyOf}
        selection={selection}
        rowName={(row) => row.name}
        {...(can('view-customer-details') ? { rowHref: (row: Customer) => customerPath(row.id) } : {})}
        rowActions={rowActions}
        empty={{ icon: IconUsers, title: t('empty.title'), text: t('empty.text') }}
      />
      {mayAdd && <AddCustomerDrawer name={name} opened={adding} onClose={() => setAdding(false)} />}
      {editing.shown && <EditCustomerDrawer customer={editing.shown.subject} {...editing.props} />}
    </ListPage>
  );
}
