import { INVOICE_STATUS, type InvoiceRow } from '@daftar/contract/invoices';
import { Button } from '@mantine/core';
import { IconBan, IconEye, IconFileInvoice, IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, type RowAction } from '../../ui/data-table.tsx';
import { ExportRows } from '../../ui/export-rows.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { Link } from '../../ui/link.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { editInvoicePath, invoicePath, newInvoicePath } from '../paths/invoices.ts';
import { useCan } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { exportInvoices, prefetchInvoices, useInvoices } from './api.ts';
import { useInvoiceColumns } from './components/columns.tsx';
import { Insights } from './components/insights.tsx';
import { Reminders } from './components/reminders.tsx';
import { useDeactivate } from './components/use-deactivate.tsx';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchInvoices(search);

function useFilterFields(): readonly FilterField[] {
  const { t } = useTranslation(['invoices', 'payables', 'messages']);
  return [
    { kind: 'text', name: 'invoice_name', label: t('payables:column.name') },
    { kind: 'text', name: 'customer_name', label: t('filter.customer') },
    {
      kind: 'select',
      name: 'status',
      label: t('payables:column.status'),
      options: Object.values(INVOICE_STATUS).map((status) => ({
        value: String(status),
        label: t(`messages:invoiceStatus.${status}`),
      })),
    },
    { kind: 'day', name: 'due_date', label: t('payables:filter.due') },
  ];
}

/** The actions of an invoice. */
function useRowActions(): (row: InvoiceRow) => RowAction[] {
  const { t } = useTranslation(['invoices', 'payables']);
  const can = useCan();
  const { deactivate } = useDeactivate();
  return (row) => [
    ...(can('view-invoice-details')
      ? [{ label: t('payables:action.view'), icon: IconEye, to: invoicePath(row.id) }]
      : []),
    ...(row.status === INVOICE_STATUS.unpaid && can('create-invoice')
      ? [
          { label: t('action.edit'), icon: IconPencil, to: editInvoicePath(row.id) },
          {
            label: t('deactivate.confirm'),
            icon: IconBan,
            danger: true,
            onClick: () => void deactivate(row),
          },
        ]
      : []),
  ];
}

/** `/invoices` */
export default function InvoicesPage() {
  const { t } = useTranslation('invoices');
  const can = useCan();
  const { search, query } = useInvoices();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const columns = useInvoiceColumns();
  const filters = useFilterFields();
  const rowActions = useRowActions();
  const mayExport = can('export-invoices');
  const create = can('create-invoice') && (
    <Button component={Link} to={newInvoicePath} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('create')}
    </Button>
  );
  const hasRows = (query.data?.data.length ?? 0) > 0;

  return (
    <ListPage
      title={t('list.title')}
      action={create}
      insights={<Insights />}
      search={search}
      filters={filters}
      tools={
        <>
          <Reminders />
          {mayExport && (
            <ExportRows
              start={(choice, signal) => exportInvoices(search, choice, signal)}
              selection={{ selected, onChange: setSelected }}
              disabled={!hasRows}
              fileName="daftar-invoices.csv"
            />
          )}
        </>
      }
    >
      <DataTable
        caption={t('list.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.reference}
        {...(can('view-invoice-details') ? { rowHref: (row: InvoiceRow) => invoicePath(row.id) } : {})}
        rowActions={rowActions}
        {...(mayExport ? { selection: { selected, onChange: setSelected } } : {})}
        empty={{ icon: IconFileInvoice, title: t('empty.title'), text: t('empty.text'), action: create }}
      />
    </ListPage>
  );
}
