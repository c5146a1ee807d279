import type { TransactionRow } from '@daftar/contract/transactions';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, Reference } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { MoneyFlow } from '../../../ui/money-flow.tsx';
import { transactionPath } from '../../paths/transactions.ts';
import { useCan } from '../../shared/permissions.ts';
import { StatusWithFlags } from '../../status/transactions.tsx';
import { flowOf } from '../breakdown.ts';
import classes from './columns.module.css';

/** What a payment was for, in the reader’s language; an order by its reference only. */
function sourceWords(
  { name, reference }: TransactionRow['source'],
  t: TFunction<'transactions'>,
): { name: string; reference: string } {
  const isOrder = /^ORD-/.test(reference ?? '');
  return { name: isOrder ? t('source.order') : name, reference: reference ?? '' };
}

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
        cell: ({ id, reference, external_reference }) => (
          <>
            <Reference to={mayOpen ? transactionPath(id) : null}>{reference}</Reference>
            {/* Where the table has no room for a column of its own. */}
            {external_reference && (
              <bdi dir="ltr" className={classes.under}>
                {external_reference}
              </bdi>
            )}
          </>
        ),
      },
      {
        id: 'external_reference',
        header: t('column.external'),
        minor: 'wide',
        card: 'none',
        skeleton: '7rem',
        cell: ({ external_reference }) =>
          external_reference ? (
            <bdi dir="ltr" className={classes.external}>
              {external_reference}
            </bdi>
          ) : (
            <span aria-hidden>–</span>
          ),
      },
      {
        id: 'source',
        header: t('column.source'),
        skeleton: '9rem',
        cell: ({ source }) => {
          const { name, reference } = sourceWords(source, t);
          return (
            <span className={classes.source}>
              {name && (
                <span>
                  <bdi>{name}</bdi>
                </span>
              )}
              {reference && (
                <span className={classes.quiet}>
                  <bdi>{reference}</bdi>
                </span>
              )}
            </span>
          );
        },
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
        cell: (row) => <MoneyFlow amount={row.total_amount} currency={row.currency} flow={flowOf(row)} />,
      },
      {
        id: 'currency',
        header: t('column.currency'),
        sortBy: false,
        minor: 'wide',
        card: 'none',
        skeleton: '2.5rem',
        cell: ({ currency }) => currency,
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
