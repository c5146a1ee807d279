import { INVOICE_STATUS, type InvoiceRow } from '@daftar/contract/invoices';
import { Button } from '@mantine/core';
import {
  IconBan,
  IconCopyPlus,
  IconEye,
  IconFileInvoice,
  IconPencil,
  IconPlus,
  IconSend,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type BulkAction, BulkActions } from '../../ui/bulk-actions.tsx';
import { DataTable, type RowAction } from '../../ui/data-table.tsx';
import { ExportRows } from '../../ui/export-rows.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useLocale } from '../../ui/locale.ts';
import { withSearch } from '../../ui/path.ts';
import { ListFind } from '../../ui/table-search.tsx';
import { useSelection } from '../../ui/use-selection.ts';
import { editInvoicePath, invoicePath, newInvoicePath } from '../paths/invoices.ts';
import { SavedViews } from '../saved-views/index.ts';
import { useOwnFilters } from '../shared/own-columns.tsx';
import { useCan, useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import {
  cancelOne,
  exportInvoices,
  MAX_RECIPIENTS,
  prefetchInvoices,
  refetchInvoices,
  resendOne,
  useInvoices,
} from './api.ts';
import { useInvoiceColumns } from './components/columns.tsx';
import { Insights } from './components/insights.tsx';
import { Reminders } from './components/reminders.tsx';
import { useDeactivate } from './components/use-deactivate.tsx';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchInvoices(search);

function useFilterFields(): readonly FilterField[] {
  const { t } = useTranslation(['invoices', 'payables', 'messages']);
  const own = useOwnFilters();
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
    ...own,
  ];
}

/** The actions of an invoice. */
function useRowActions(): (row: InvoiceRow) => RowAction[] {
  const { t } = useTranslation(['invoices', 'payables']);
  const can = useCan();
  const may = useMay();
  const { deactivate } = useDeactivate();
  return (row) => [
    ...(can('view-invoice-details')
      ? [{ label: t('payables:action.view'), icon: IconEye, to: invoicePath(row.id) }]
      : []),
    ...(can('view-invoice-details') && may('create-invoice')
      ? [
          {
            label: t('payables:action.duplicate'),
            icon: IconCopyPlus,
            to: withSearch(newInvoicePath, { like: row.id }),
          },
        ]
      : []),
    ...(row.status === INVOICE_STATUS.unpaid && may('create-invoice')
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

const keyOf = (row: InvoiceRow) => row.id;
const isUnpaid = ({ status }: InvoiceRow) => status === INVOICE_STATUS.unpaid;

/** What can be done with many invoices. */
function useBulkActions(): readonly BulkAction<InvoiceRow>[] {
  const { t } = useTranslation('invoices');
  const locale = useLocale();
  const can = useCan();
  const may = useMay();
  if (!may('create-invoice')) return [];
  const words = (count: number) => ({ count, number: formatNumber(count, locale) });
  const resend: BulkAction<InvoiceRow> = {
    label: t('resend.many'),
    icon: IconSend,
    fits: (row) => isUnpaid(row) && row.customers_count <= MAX_RECIPIENTS,
    ask: ({ length }) => ({ title: t('resend.manyTitle', words(length)), text: t('resend.manyText') }),
    act: ({ id }) => resendOne(id),
    after: refetchInvoices,
  };
  const cancel: BulkAction<InvoiceRow> = {
    label: t('deactivate.many'),
    icon: IconBan,
    danger: true,
    fits: isUnpaid,
    ask: ({ length }) => ({
      title: t('deactivate.manyTitle', words(length)),
      text: `${t('deactivate.manyText')} ${t('deactivate.forGood')}`,
    }),
    act: ({ id }) => cancelOne(id),
    after: refetchInvoices,
  };
  return can('view-invoice-details') ? [resend, cancel] : [cancel];
}

/** `/invoices` */
export default function InvoicesPage() {
  const { t } = useTranslation('invoices');
  const can = useCan();
  const may = useMay();
  const { search, counts, query } = useInvoices();
  const { selection, rows: selectedRows } = useSelection(query.data?.data, keyOf);
  const bulk = useBulkActions();
  const columns = useInvoiceColumns();
  const filters = useFilterFields();
  const rowActions = useRowActions();
  const mayExport = can('export-invoices');
  const create = may('create-invoice') && (
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
      views={<SavedViews search={search} fields={filters} />}
      find={<ListFind search={search} name="invoice_name" label={t('find')} />}
      tabs="status"
      counts={counts}
      tools={
        <>
          <Reminders />
          {mayExport && (
            <ExportRows
              start={(choice, signal) => exportInvoices(search, choice, signal)}
              selection={selection}
              disabled={!hasRows}
              fileName="daftar-invoices.csv"
            />
          )}
        </>
      }
    >
      <BulkActions
        selection={selection}
        rows={selectedRows}
        rowKey={keyOf}
        rowName={(row) => row.reference}
        actions={bulk}
      />
      <DataTable
        caption={t('list.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={keyOf}
        rowName={(row) => row.reference}
        {...(can('view-invoice-details') ? { rowHref: (row: InvoiceRow) => invoicePath(row.id) } : {})}
        rowActions={rowActions}
        {...(mayExport || bulk.length > 0 ? { selection } : {})}
        empty={{ icon: IconFileInvoice, title: t('empty.title'), text: t('empty.text') }}
      />
    </ListPage>
  );
}
