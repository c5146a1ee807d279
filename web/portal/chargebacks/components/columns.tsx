import { CHARGEBACK_STATUS, type ChargebackRow } from '@daftar/contract/chargebacks';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CaseText } from '../../../shared/case-text.tsx';
import { type Column, Reference } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { type DateStyle, formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { MoneyFlow } from '../../../ui/money-flow.tsx';
import { chargebackPath } from '../../paths/chargebacks.ts';
import { transactionPath } from '../../paths/transactions.ts';
import { useCan } from '../../shared/permissions.ts';
import { ChargebackStatusChip } from '../../status/chargebacks.tsx';
import { canAnswer, daysLeft } from '../due.ts';
import classes from './columns.module.css';

/** The disputed payment, linked for those who may open it. */
export function TransactionLink({ row }: { row: ChargebackRow }) {
  const mayOpen = useCan()('view-transaction-details');
  return (
    <Reference to={mayOpen ? transactionPath(row.transaction_id) : null}>
      {row.transaction_reference}
    </Reference>
  );
}

/** The deadline of the response, and the remaining time while it is pending. */
export function AnswerUntil({ row, style }: { row: ChargebackRow; style?: DateStyle }) {
  const { t } = useTranslation('chargebacks');
  const locale = useLocale();
  const [now] = useState(() => Date.now());
  const note = () => {
    if (row.answered_at) return t('due.answered');
    if (!canAnswer(row, now)) return t('due.over');
    const count = daysLeft(row.due_date, now);
    return count === 0 ? t('due.today') : t('due.left', { count, number: formatNumber(count, locale) });
  };
  if (row.status !== CHARGEBACK_STATUS.pending) return <span aria-hidden>–</span>;
  return (
    <span className={classes.due}>
      <DateText value={row.due_date} {...(style ? { style } : {})} />
      <span className={classes.note}>{note()}</span>
    </span>
  );
}

/** The columns of the list. */
export function useChargebackColumns(): readonly Column<ChargebackRow>[] {
  const { t } = useTranslation(['chargebacks', 'messages']);
  return useMemo<readonly Column<ChargebackRow>[]>(
    () => [
      {
        id: 'reference',
        header: t('column.reference'),
        card: 'title',
        skeleton: '7rem',
        cell: ({ id, reference }) => <Reference to={chargebackPath(id)}>{reference}</Reference>,
      },
      {
        id: 'name',
        header: t('column.name'),
        share: 14,
        plain: true,
        skeleton: '7rem',
        cell: ({ name }) => (name ? <bdi className={classes.name}>{name}</bdi> : <span aria-hidden>–</span>),
      },
      {
        id: 'transaction_reference',
        header: t('column.transaction'),
        plain: true,
        skeleton: '7rem',
        cell: (row) => <TransactionLink row={row} />,
      },
      {
        id: 'amount',
        header: t('column.amount'),
        align: 'end',
        card: 'value',
        skeleton: '5rem',
        cell: ({ amount, status }) => (
          <MoneyFlow amount={amount} flow={status === CHARGEBACK_STATUS.applied ? 'out' : null} />
        ),
      },
      {
        id: 'status',
        header: t('column.status'),
        card: 'chip',
        skeleton: '5rem',
        cell: ({ status }) => <ChargebackStatusChip status={status} />,
      },
      {
        id: 'stage',
        header: t('column.stage'),
        term: 'stage',
        sortBy: false,
        share: 18,
        plain: true,
        skeleton: '7rem',
        cell: (row) => (
          <span className={classes.due}>
            <span>{t(`messages:chargebackStage.${row.stage}`)}</span>
            <CaseText row={row} className={`${classes.note} ${classes.name}`} />
          </span>
        ),
        // That a chargeback is one needs no saying.
        onCard: ({ stage }) =>
          stage === 'chargeback' ? <span aria-hidden>–</span> : t(`messages:chargebackStage.${stage}`),
      },
      {
        id: 'created_at',
        header: t('column.created'),
        minor: 'wide',
        card: 'none',
        skeleton: '8rem',
        cell: ({ created_at }) => <DateText value={created_at} style="date" />,
      },
      {
        id: 'due_date',
        header: t('column.due'),
        skeleton: '8rem',
        cell: (row) => <AnswerUntil row={row} />,
        onCard: (row) => <AnswerUntil row={row} style="date" />,
      },
    ],
    [t],
  );
}
