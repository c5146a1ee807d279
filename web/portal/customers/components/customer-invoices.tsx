import type { CustomerInvoice } from '@daftar/contract/customer-invoices';
import { INVOICE_STATUS } from '@daftar/contract/invoices';
import { NativeSelect } from '@mantine/core';
import { IconCheck, IconFileInvoice } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable, Reference } from '../../../ui/data-table.tsx';
import { DueDate } from '../../../ui/date.tsx';
import { Section } from '../../../ui/detail-page.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { StatCards } from '../../../ui/stat-card.tsx';
import { invoicePath } from '../../paths/invoices.ts';
import { useCan } from '../../shared/permissions.ts';
import { InvoiceStatusChip } from '../../status/invoices.tsx';
import { useCustomerInvoices, useCustomerStatistics } from '../api.ts';
import columnClasses from './columns.module.css';
import classes from './customer-invoices.module.css';
import { ExportInvoices } from './export-invoices.tsx';

function useColumns(): readonly Column<CustomerInvoice>[] {
  const { t } = useTranslation('customers');
  const mayOpen = useCan()('view-invoice-details');
  return useMemo<readonly Column<CustomerInvoice>[]>(
    () => [
      {
        id: 'reference',
        header: t('invoice.reference'),
        card: 'title',
        cell: ({ id, reference }) => <Reference to={mayOpen ? invoicePath(id) : null}>{reference}</Reference>,
      },
      {
        id: 'invoice_name',
        header: t('invoice.name'),
        card: 'title',
        cell: ({ invoice_name }) => <bdi className={columnClasses.wraps}>{invoice_name}</bdi>,
      },
      {
        id: 'total_amount',
        header: t('invoice.amount'),
        align: 'end',
        card: 'value',
        cell: ({ total_amount, currency }) => <Money amount={total_amount} currency={currency.code} />,
      },
      { id: 'due_date', header: t('invoice.due'), cell: ({ due_date }) => <DueDate value={due_date} /> },
      {
        id: 'status',
        header: t('invoice.status'),
        card: 'chip',
        cell: ({ status, is_paid }) => (
          <span className={classes.status}>
            <InvoiceStatusChip status={status} />
            {is_paid && status !== INVOICE_STATUS.paid && (
              <span className={classes.paid}>
                <IconCheck size={14} aria-hidden /> {t('invoice.theirShare')}
              </span>
            )}
          </span>
        ),
      },
    ],
    [t, mayOpen],
  );
}

/** The customer's invoices. */
export function CustomerInvoices({ customerId }: { customerId: number }) {
  const { t } = useTranslation(['customers', 'messages', 'common']);
  const can = useCan();
  const { search, query } = useCustomerInvoices(customerId);
  const columns = useColumns();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const mayExport = can('export-invoices');
  const statuses = Object.values(INVOICE_STATUS).map((status) => ({
    value: String(status),
    label: t(`messages:invoiceStatus.${status}`),
  }));
  return (
    <Section
      title={t('invoice.title')}
      actions={
        <div className={classes.tools}>
          <NativeSelect
            aria-label={t('invoice.status')}
            data={[{ value: '', label: t('invoice.anyStatus') }, ...statuses]}
            value={search.filters.status ?? ''}
            onChange={(event) => {
              const status = event.currentTarget.value;
              search.setFilters(status ? { status } : {});
            }}
          />
          {mayExport && <ExportInvoices selected={selected} onChange={setSelected} />}
        </div>
      }
    >
      <Statistics id={customerId} />
      <DataTable
        caption={t('invoice.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.reference}
        {...(can('view-invoice-details') ? { rowHref: (row: CustomerInvoice) => invoicePath(row.id) } : {})}
        {...(mayExport ? { selection: { selected, onChange: setSelected } } : {})}
        empty={{ icon: IconFileInvoice, title: t('invoice.empty'), text: t('invoice.emptyText') }}
      />
    </Section>
  );
}

function Statistics({ id }: { id: number }) {
  const { t } = useTranslation('customers');
  const locale = useLocale();
  const query = useCustomerStatistics(id);
  const figures = query.data?.data;
  const stat = (label: string, value: number) => ({ label, value: formatNumber(value, locale) });
  return (
    <StatCards
      label={t('statistics.title')}
      count={3}
      error={query.error}
      onRetry={() => void query.refetch()}
      stats={
        figures && [
          stat(t('statistics.total'), figures.total_invoices),
          stat(t('statistics.paid'), figures.paid_invoices),
          stat(t('statistics.unpaid'), figures.unpaid_invoices),
        ]
      }
    />
  );
}
