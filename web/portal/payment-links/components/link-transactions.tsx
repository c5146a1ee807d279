import { IconReceipt } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable, Reference } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Section } from '../../../ui/detail-page.tsx';
import { MoneyFlow } from '../../../ui/money-flow.tsx';
import { TableSearch } from '../../../ui/table-search.tsx';
import { transactionPath } from '../../paths/transactions.ts';
import { CustomerName } from '../../shared/customer-name.tsx';
import { useCan } from '../../shared/permissions.ts';
import { TransactionStatusChip } from '../../status/transactions.tsx';
import { flowOf } from '../../transactions/index.ts';
import { useLinkTransactions } from '../api.ts';

type Row = NonNullable<ReturnType<typeof useLinkTransactions>['query']['data']>['data'][number];

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation(['payment-links', 'payables']);
  const mayOpen = useCan()('view-transaction-details');
  return useMemo<readonly Column<Row>[]>(
    () => [
      {
        id: 'reference',
        header: t('payables:column.reference'),
        card: 'title',
        cell: ({ id, reference }) => (
          <Reference to={mayOpen ? transactionPath(id) : null}>{reference}</Reference>
        ),
      },
      {
        id: 'transaction_date',
        header: t('column.date'),
        cell: ({ transaction_date }) => <DateText value={transaction_date} />,
      },
      {
        id: 'customer',
        header: t('column.customer'),
        sortBy: false,
        cell: ({ customer: { id, name } }) =>
          name ? <CustomerName id={id} name={name} /> : <span aria-hidden>–</span>,
      },
      {
        id: 'method',
        header: t('column.method'),
        sortBy: false,
        cell: ({ payment_method }) => payment_method,
      },
      {
        id: 'amount',
        header: t('payables:column.amount'),
        align: 'end',
        card: 'value',
        cell: ({ amount, currency, status }) => (
          <MoneyFlow
            amount={amount}
            currency={currency}
            flow={flowOf({ status, is_payout: 0, payout_state: null })}
          />
        ),
      },
      {
        id: 'status',
        header: t('payables:column.status'),
        card: 'chip',
        cell: ({ status }) => <TransactionStatusChip status={status} />,
      },
    ],
    [t, mayOpen],
  );
}

/** The payments and attempts of this link. */
export function LinkTransactions({ linkId }: { linkId: number }) {
  const { t } = useTranslation('payment-links');
  const mayOpen = useCan()('view-transaction-details');
  const { search, query } = useLinkTransactions(linkId);
  const columns = useColumns();
  return (
    <Section
      title={t('payments.title')}
      actions={
        <TableSearch
          label={t('payments.search')}
          maximum={64}
          onSearch={(reference) => search.setFilters(reference ? { reference } : {})}
        />
      }
    >
      <DataTable
        caption={t('payments.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.reference}
        {...(mayOpen ? { rowHref: (row: Row) => transactionPath(row.id) } : {})}
        empty={{ icon: IconReceipt, title: t('payments.empty'), text: t('payments.emptyText') }}
      />
    </Section>
  );
}
