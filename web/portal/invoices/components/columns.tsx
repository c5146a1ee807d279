import type { InvoiceRow } from '@daftar/contract/invoices';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, Reference } from '../../../ui/data-table.tsx';
import { DueDate } from '../../../ui/date.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { Money } from '../../../ui/money.tsx';
import { invoicePath } from '../../paths/invoices.ts';
import { CustomerName } from '../../shared/customer-name.tsx';
import { useOwnColumns } from '../../shared/own-columns.tsx';
import { useCan } from '../../shared/permissions.ts';
import { InvoiceStatusChip } from '../../status/invoices.tsx';
import classes from './columns.module.css';

/** The columns of the list. */
export function useInvoiceColumns(): readonly Column<InvoiceRow>[] {
  const { t } = useTranslation(['payables', 'invoices']);
  const mayOpen = useCan()('view-invoice-details');
  const own = useOwnColumns<InvoiceRow>();
  return useMemo<readonly Column<InvoiceRow>[]>(
    () => [
      {
        id: 'reference',
        header: t('column.reference'),
        card: 'title',
        skeleton: '7rem',
        cell: ({ id, reference }) => <Reference to={mayOpen ? invoicePath(id) : null}>{reference}</Reference>,
      },
      {
        id: 'invoice_name',
        header: t('column.name'),
        share: 24,
        plain: true,
        skeleton: '9rem',
        cell: ({ invoice_name }) => <bdi>{invoice_name}</bdi>,
      },
      {
        id: 'customer',
        header: t('invoices:column.customer'),
        sortBy: false,
        share: 20,
        plain: true,
        skeleton: '8rem',
        cell: (row) => <Customers row={row} />,
      },
      {
        id: 'total_amount',
        header: t('column.amount'),
        align: 'end',
        card: 'value',
        skeleton: '5rem',
        cell: ({ total_amount, currency }) => <Money amount={total_amount} currency={currency.code} />,
      },
      {
        id: 'value',
        header: t('column.value'),
        align: 'end',
        minor: 'wide',
        card: 'none',
        skeleton: '5rem',
        cell: ({ value }) => <Money amount={value} bare />,
      },
      {
        id: 'due_date',
        header: t('column.due'),
        skeleton: '9rem',
        cell: ({ due_date }) => <DueDate value={due_date} />,
      },
      {
        id: 'status',
        header: t('column.status'),
        card: 'chip',
        skeleton: '4rem',
        cell: ({ status }) => <InvoiceStatusChip status={status} />,
      },
      ...own,
    ],
    [t, mayOpen, own],
  );
}

/** The customer; for a group the first, how many more, and how many have paid. */
function Customers({ row }: { row: InvoiceRow }) {
  const { t } = useTranslation('invoices');
  const locale = useLocale();
  const { customer, customers_count: all, paid_count: paid } = row;
  if (all === 1) {
    return <CustomerName id={customer.id} name={customer.name} />;
  }
  const more = all - 1;
  return (
    <span className={classes.customers}>
      <span>
        <CustomerName id={customer.id} name={customer.name} />{' '}
        {t('customers.more', { count: more, number: formatNumber(more, locale) })}
      </span>
      <span className={classes.quiet}>
        {t('customers.paid', {
          count: all,
          paid: formatNumber(paid, locale),
          all: formatNumber(all, locale),
        })}
      </span>
    </span>
  );
}
