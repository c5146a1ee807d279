import type { OpsTransactionRow } from '@daftar/contract/ops-money';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { Money } from '../../../ui/money.tsx';
import { transactionPath } from '../../paths/transactions.ts';
import { ReferenceLink, TransactionStatus, useMoneyColumns } from '../../shared/cells.tsx';

/** The path of a row of the list. */
export const pathOf = (row: OpsTransactionRow) => transactionPath(row.merchant.id, row.id);

/** The columns of the list. */
export function useTransactionColumns(): readonly Column<OpsTransactionRow>[] {
  const { t } = useTranslation(['ops-transactions', 'ops', 'messages']);
  const { merchant, amount, created } = useMoneyColumns<OpsTransactionRow>();
  return [
    {
      id: 'reference',
      header: t('ops:column.reference'),
      card: 'title',
      skeleton: '7rem',
      cell: (row) => <ReferenceLink to={pathOf(row)}>{row.reference}</ReferenceLink>,
    },
    { ...merchant, share: 24 },
    {
      id: 'payer',
      header: t('ops:column.payer'),
      share: 20,
      plain: true,
      skeleton: '7rem',
      cell: ({ customer, is_payout }) =>
        is_payout ? t('payout') : <bdi>{customer.name || customer.mobile || '–'}</bdi>,
    },
    {
      id: 'method',
      header: t('method'),
      minor: true,
      plain: true,
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
}
