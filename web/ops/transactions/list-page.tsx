import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import { TRANSACTION_STATUS } from '@daftar/contract/transactions';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useCrossMerchantFilters } from '../shared/cells.tsx';
import { useAccountNames, useTransactions } from './api.ts';
import { pathOf, useTransactionColumns } from './components/columns.tsx';

/** `/ops/transactions` */
export default function TransactionsPage() {
  const { t } = useTranslation(['ops-transactions', 'ops', 'messages']);
  const { search, query } = useTransactions();
  const accounts = useAccountNames().data?.data ?? [];
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
    {
      kind: 'select',
      name: 'payment_method_id',
      label: t('method'),
      options: PAYMENT_METHODS.map(({ id, code }) => ({
        value: String(id),
        label: t(`messages:paymentMethod.${code}`),
      })),
    },
    {
      kind: 'select',
      name: 'account_id',
      label: t('account'),
      options: [
        ...accounts.map(({ id, name }) => ({ value: String(id), label: name })),
        { value: '0', label: t('noAccount') },
      ],
    },
    ...useCrossMerchantFilters(),
  ];
  const columns = useTransactionColumns();
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
