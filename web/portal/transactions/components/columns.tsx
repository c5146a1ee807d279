import type { TransactionRow } from '@daftar/contract/transactions';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, Reference } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { MoneyFlow } from '../../../ui/money-flow.tsx';
import { CustomerName } from '../../shared/customer-name.tsx';
import { ownReferenceColumn } from '../../shared/own-columns.tsx';
import { useTransactionLink } from '../../shared/transaction-link.ts';
import { StatusWithFlags } from '../../status/transactions.tsx';
import { feesOf, flowOf, isCaptured, isPartlyRefunded } from '../breakdown.ts';
import classes from './columns.module.css';

/** What a payment was for, in one line and in the reader’s language; no reference twice. */
function Source({ row }: { row: TransactionRow }) {
  const { t } = useTranslation('transactions');
  const { name, reference } = row.source;
  const isOrder = /^ORD-/.test(reference ?? '');
  const words = isOrder ? t('source.order') : name;
  const said = reference && reference !== row.reference && !words.includes(reference) ? reference : '';
  if (!words) return said ? <bdi dir="ltr">{said}</bdi> : <span aria-hidden>–</span>;
  return (
    <span className={classes.source}>
      <bdi className={classes.words}>{words}</bdi>
      {said && (
        <span dir="ltr" className={classes.quiet}>
          {said}
        </span>
      )}
    </span>
  );
}

/** An amount in EGP of money that was received; a dash for what was not. */
function OfCaptured({ row, amount }: { row: TransactionRow; amount: number }) {
  return isCaptured(row) ? <Money amount={amount} bare /> : <span aria-hidden>–</span>;
}

/** The columns of the list, in the specification's order. */
export function useTransactionColumns(): readonly Column<TransactionRow>[] {
  const { t } = useTranslation(['transactions', 'common']);
  const linkOf = useTransactionLink();
  return useMemo<readonly Column<TransactionRow>[]>(
    () => [
      {
        id: 'reference',
        header: t('column.reference'),
        card: 'title',
        skeleton: '7rem',
        cell: ({ id, payout_id, reference }) => (
          <Reference to={linkOf({ id, payout_id })}>{reference}</Reference>
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
        share: 22,
        plain: true,
        skeleton: '9rem',
        cell: (row) => <Source row={row} />,
      },
      {
        id: 'payment_method',
        header: t('column.method'),
        plain: true,
        skeleton: '4rem',
        cell: ({ payment_method }) => payment_method.name,
      },
      {
        id: 'customer',
        header: t('column.customer'),
        share: 14,
        minor: 'wide',
        plain: true,
        skeleton: '7rem',
        cell: ({ customer: { id, name } }) =>
          name ? <CustomerName id={id} name={name} /> : <span aria-hidden>–</span>,
      },
      {
        id: 'created_at',
        header: t('column.date'),
        plain: true,
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
        id: 'fees',
        header: t('column.fees'),
        sortBy: false,
        align: 'end',
        minor: true,
        card: 'none',
        skeleton: '4rem',
        cell: (row) => <OfCaptured row={row} amount={feesOf(row)} />,
      },
      {
        id: 'net',
        header: t('column.net'),
        term: 'net',
        sortBy: false,
        align: 'end',
        minor: true,
        card: 'none',
        skeleton: '5rem',
        cell: (row) => <OfCaptured row={row} amount={row.net} />,
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
        cell: (row) => (
          <StatusWithFlags
            status={row.status}
            flags={row.flags}
            payout={row.payout_state}
            refunded={isPartlyRefunded(row) ? row.refunded_amount : 0}
          />
        ),
      },
      ownReferenceColumn(t('common:own.reference'), (row) => row.source.merchant_reference),
    ],
    [t, linkOf],
  );
}
