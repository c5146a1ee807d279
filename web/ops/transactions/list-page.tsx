import { type OpsTransactionRow, opsMoney } from '@daftar/contract/ops-money';
import { TRANSACTION_STATUS } from '@daftar/contract/transactions';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useListSearch } from '../../ui/list-search.ts';
import { Money } from '../../ui/money.tsx';
import { Reference, TransactionStatus, useEverywhereFilters, useMoneyColumns } from '../shared/cells.tsx';
import { useListQuery } from '../shared/query.ts';

const pathOf = (row: OpsTransactionRow) => `/transactions/${row.merchant.id}/${row.id}`;

/** `/ops/transactions` */
export default function TransactionsPage() {
  const { t } = useTranslation(['ops-transactions', 'ops', 'messages']);
  const search = useListSearch(opsMoney.transactions, 'ops-transactions');
  const query = useListQuery(opsMoney.transactions, search);
  const { merchant, amount, created } = useMoneyColumns<OpsTransactionRow>();
  const filters: readonly FilterField[] = [
    { kind: 'text', name: 'reference', label: t('ops:column.reference'), ltr: true },
    { kind: 'text', name: 'payer', label: t('ops:column.payer') },
    { kind: 'amounts', from: 'amount_from', to: 'amount_to', label: t('ops:column.amount') },
    {
      kind: 'select',
      name: 'status',
      label: t('ops:column.status'),
      options: Object.values(TRANSACTION_STATUS).map((status) => ({
        value: String(status),
        label: t(`messages:transactionStatus.${status}`),
      })),
    },
    ...useEverywhereFilters(),
  ];
  const columns: readonly Column<OpsTransactionRow>[] = [
    {
      id: 'reference',
      header: t('ops:column.reference'),
      card: 'title',
      skeleton: '7rem',
      cell: (row) => <Reference to={pathOf(row)}>{row.reference}</Reference>,
    },
    merchant,
    {
      id: 'payer',
      header: t('ops:column.payer'),
      skeleton: '7rem',
      cell: ({ customer, is_payout }) =>
        is_payout ? t('payout') : <bdi>{customer.name || customer.mobile || '–'}</bdi>,
    },
    {
      id: 'method',
      header: t('method'),
      minor: true,
      cell: ({ payment_method }) => payment_method.name,
    },
    { ...amount, cell: (row) => <Money amount={row.is_payout ? -row.amount : row.amount} /> },
    {
      id: 'status',
      header: t('ops:column.status'),
      card: 'chip',
      cell: ({ status, payout_state }) => <TransactionStatus status={status} payout={payout_state} />,
    },
    created,
  ];
  return (
    <ListPage title={t('ops:nav.transactions')} search={search} filters={filters}>
      <DataTable
        caption={t('ops:nav.transactions')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.reference}
        rowHref={pathOf}
        empty={{ icon: IconArrowsExchange, title: t('empty') }}
      />
    </ListPage>
  );
}
