import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import { TRANSACTION_STATUS } from '@daftar/contract/transactions';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FilterField } from '../../ui/filters.tsx';
import { useCrossMerchantFilters } from '../shared/cells.tsx';
import { OpsList } from '../shared/ops-list.tsx';
import { useAccountNames, useTransactions } from './api.ts';
import { pathOf, useTransactionColumns } from './components/columns.tsx';

/** `/ops/transactions` */
export default function TransactionsPage() {
  const { t } = useTranslation(['ops-transactions', 'ops', 'messages']);
  const list = useTransactions();
  const accounts = useAccountNames().data?.data ?? [];
  const filters: readonly FilterField[] = [
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
    <OpsList
      title={t('ops:nav.transactions')}
      list={list}
      find={t('ops:find.transactions')}
      filters={filters}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.reference}
      rowHref={pathOf}
      empty={{ icon: IconArrowsExchange, title: t('empty') }}
    />
  );
}
