import type { Customer } from '@daftar/contract/customers';
import { Button } from '@mantine/core';
import { IconEye, IconFileInvoice, IconPencil, IconPlus, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, type RowAction } from '../../ui/data-table.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { useAsk } from '../../ui/link.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { withSearch } from '../../ui/path.ts';
import { ListFind } from '../../ui/table-search.tsx';
import { useOverlay } from '../../ui/use-overlay.ts';
import { customerPath } from '../paths/customers.ts';
import { newInvoicePath } from '../paths/invoices.ts';
import { SavedViews } from '../saved-views/index.ts';
import { useCan } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { prefetchCustomers, useCustomers } from './api.ts';
import { useCustomerColumns } from './components/columns.tsx';
import { AddCustomerDrawer, EditCustomerDrawer } from './components/customer-drawer.tsx';
import { ImportCustomersButton } from './components/import-customers.tsx';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchCustomers(search);

function useFilterFields(): readonly FilterField[] {
  const { t } = useTranslation('customers');
  return [
    { kind: 'text', name: 'Keyword', label: t('filter.keyword') },
    { kind: 'text', name: 'mobile', label: t('field.mobile'), ltr: true },
    { kind: 'text', name: 'email', label: t('field.email'), ltr: true },
    { kind: 'text', name: 'nationalId', label: t('field.nationalId'), ltr: true },
    { kind: 'day', name: 'creation', label: t('column.added') },
  ];
}

/** The actions of a customer. */
function useRowActions(edit: (customer: Customer) => void): (row: Customer) => RowAction[] {
  const { t } = useTranslation('customers');
  const can = useCan();
  return (row) => [
    ...(can('view-customer-details')
      ? [{ label: t('action.view'), icon: IconEye, to: customerPath(row.id) }]
      : []),
    ...(can('update-customer')
      ? [{ label: t('action.edit'), icon: IconPencil, onClick: () => edit(row) }]
      : []),
    ...(can('create-invoice')
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

/** `/customers`: the merchant's customers. */
export default function CustomersPage() {
  const { t } = useTranslation('customers');
  const can = useCan();
  const { search, query } = useCustomers();
  const columns = useCustomerColumns();
  const filters = useFilterFields();
  const [adding, setAdding] = useState(false);
  const editing = useOverlay<Customer>();
  const rowActions = useRowActions(editing.open);
  const mayAdd = can('add-customer');
  useAsk('create', true, () => setAdding(mayAdd));
  const add = mayAdd && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {t('add.title')}
    </Button>
  );
  return (
    <ListPage
      title={t('list.title')}
      action={add}
      search={search}
      filters={filters}
      views={<SavedViews list="customers" search={search} fields={filters} />}
      find={<ListFind search={search} name="Keyword" label={t('find')} />}
      tools={mayAdd && <ImportCustomersButton />}
    >
      <DataTable
        caption={t('list.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        {...(can('view-customer-details') ? { rowHref: (row: Customer) => customerPath(row.id) } : {})}
        rowActions={rowActions}
        empty={{ icon: IconUsers, title: t('empty.title'), text: t('empty.text'), action: add }}
      />
      {mayAdd && <AddCustomerDrawer opened={adding} onClose={() => setAdding(false)} />}
      {editing.shown && <EditCustomerDrawer customer={editing.shown.subject} {...editing.props} />}
    </ListPage>
  );
}
