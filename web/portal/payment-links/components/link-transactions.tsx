import { Button, TextInput } from '@mantine/core';
import { IconReceipt, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Section } from '../../../ui/detail-page.tsx';
import { Money } from '../../../ui/money.tsx';
import { useCan } from '../../shared/permissions.ts';
import { TransactionStatusChip, transactionPath } from '../../transactions/index.ts';
import { useLinkTransactions } from '../api.ts';
import columnClasses from './columns.module.css';
import classes from './link-transactions.module.css';

type Row = NonNullable<ReturnType<typeof useLinkTransactions>['query']['data']>['data'][number];

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation(['payment-links', 'payables']);
  const mayOpen = useCan()('view-transaction-details');
  return [
    {
      id: 'reference',
      header: t('payables:column.reference'),
      card: 'title',
      cell: ({ id, reference }) =>
        mayOpen ? (
          <Link to={transactionPath(id)} className={columnClasses.link}>
            <bdi>{reference}</bdi>
          </Link>
        ) : (
          <bdi>{reference}</bdi>
        ),
    },
    {
      id: 'transaction_date',
      header: t('column.date'),
      cell: ({ transaction_date }) => <DateText value={transaction_date} />,
    },
    { id: 'method', header: t('column.method'), sortBy: false, cell: ({ payment_method }) => payment_method },
    {
      id: 'amount',
      header: t('payables:column.amount'),
      align: 'end',
      card: 'value',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      id: 'status',
      header: t('payables:column.status'),
      card: 'chip',
      cell: ({ status }) => <TransactionStatusChip status={status} />,
    },
  ];
}

/** What was paid, or tried, through this link. */
export function LinkTransactions({ linkId }: { linkId: number }) {
  const { t } = useTranslation(['payment-links', 'payables', 'common']);
  const mayOpen = useCan()('view-transaction-details');
  const { search, query } = useLinkTransactions(linkId);
  const columns = useColumns();
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reference = typed.trim();
    search.setFilters(reference ? { reference } : {});
  };
  const change = (value: string) => {
    setTyped(value);
    if (value === '') search.setFilters({});
  };
  return (
    <Section
      title={t('payments.title')}
      actions={
        <search>
          <form className={classes.search} onSubmit={submit}>
            <TextInput
              type="search"
              aria-label={t('payments.search')}
              placeholder={t('payments.search')}
              value={typed}
              onChange={(event) => change(event.currentTarget.value)}
              leftSection={<IconSearch size={16} aria-hidden />}
              maxLength={64}
            />
            <Button type="submit" variant="default">
              {t('common:filters.search')}
            </Button>
          </form>
        </search>
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
