import type { TransactionRow } from '@daftar/contract/transactions';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, Reference } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { useCan } from '../../shared/permissions.ts';
import { signedAmount } from '../breakdown.ts';
import { transactionPath } from '../paths.ts';
import classes from './columns.module.css';
import { StatusWithFlags } from './status.tsx';

/** The columns of the list, in the specification's order. */
export function useTransactionColumns(): readonly Column<TransactionRow>[] {
  const { t } = useTranslation('transactions');
  const mayOpen = useCan()('view-transaction-details');
  return useMemo<readonly Column<TransactionRow>[]>(
    () => [
      {
        id: 'reference',
        header: t('column.reference'),
        card: 'title',
        skeleton: '7rem',
        cell: ({ id, reference }) => (
          <Reference to={mayOpen ? transactionPath(id) : null}>{reference}</Reference>
        ),
      },
      {
        id: 'source',
        header: t('column.source'),
        skeleton: '9rem',
        cell: ({ source }) => (
          <span className={classes.source}>
            {source.name && (
              <span>
                <bdi>{source.name}</bdi>
              </span>
            )}
            {source.reference && (
              <span className={classes.quiet}>
                <bdi>{source.reference}</bdi>
              </span>
            )}
          </span>
        ),
      },
      {
        id: 'payment_method',
        header: t('column.method'),
        skeleton: '4rem',
        cell: ({ payment_method }) => payment_method.name,
      },
      {
        id: 'customer',
        header: t('column.customer'),
        minor: true,
        skeleton: '7rem',
        cell: ({ customer }) => (customer.name ? <bdi>{customer.name}</bdi> : <span aria-hidden>–</span>),
      },
      {
        id: 'created_at',
        header: t('column.date'),
        skeleton: '8rem',
        cell: ({ created_at }) => <DateText value={created_at} />,
      },
      {
        id: 'total_amount',
        header: t('column.amount'),
        align: 'end',
        card: 'value',
        skeleton: '5rem',
        cell: (row) => <Money amount={signedAmount(row)} currency={row.currency} />,
      },
      {
        id: 'status',
        header: t('column.status'),
        card: 'chip',
        skeleton: '5rem',
        cell: ({ status, flags, payout_state }) => (
          <StatusWithFlags status={status} flags={flags} payout={payout_state} />
        ),
      },
    ],
    [t, mayOpen],
  );
}
