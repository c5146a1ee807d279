import type { PayoutRow } from '@daftar/contract/payouts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, Reference } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { MoneyFlow } from '../../../ui/money-flow.tsx';
import { payoutPath } from '../../paths/payouts.ts';
import { TimeLeft } from '../../shared/time-left.tsx';
import { PayoutStateChip } from '../../status/payouts.tsx';
import { isBack } from '../next-step.ts';
import classes from './columns.module.css';

/** A payout's amount: out, unless it is back in the balance. */
export const PayoutAmount = ({ payout }: { payout: PayoutRow }) => (
  <MoneyFlow amount={payout.amount} currency={payout.currency} flow={isBack(payout) ? null : 'out'} />
);

/** The columns of the list. */
export function usePayoutColumns(): readonly Column<PayoutRow>[] {
  const { t } = useTranslation('payouts');
  return useMemo<readonly Column<PayoutRow>[]>(
    () => [
      {
        id: 'code',
        header: t('column.code'),
        card: 'title',
        skeleton: '7rem',
        cell: ({ id, code }) => <Reference to={payoutPath(id)}>{code}</Reference>,
      },
      {
        id: 'amount',
        header: t('column.amount'),
        align: 'end',
        card: 'value',
        skeleton: '5rem',
        cell: (row) => <PayoutAmount payout={row} />,
      },
      {
        id: 'state',
        header: t('column.state'),
        card: 'chip',
        skeleton: '6rem',
        cell: ({ state }) => <PayoutStateChip state={state} />,
      },
      {
        id: 'created_at',
        header: t('column.created'),
        plain: true,
        skeleton: '8rem',
        cell: ({ created_at, requested_by: asker, approved_by: approver }) => (
          <span className={classes.two}>
            <DateText value={created_at} />
            <span className={classes.quiet}>
              <bdi>{asker}</bdi>
              {approver && (
                <>
                  {' · '}
                  {t('approvedBy')} <bdi>{approver}</bdi>
                </>
              )}
            </span>
          </span>
        ),
        onCard: ({ created_at }) => <DateText value={created_at} style="date" />,
      },
      {
        id: 'bank_account',
        header: t('column.to'),
        sortBy: false,
        plain: true,
        skeleton: '7rem',
        cell: ({ bank_account: account }) =>
          account === null ? t('byCode') : <bdi className={classes.words}>{account}</bdi>,
      },
      {
        id: 'end',
        header: t('column.end'),
        sortBy: false,
        plain: true,
        skeleton: '8rem',
        cell: ({ finished_at, expires_at }) => (
          <span className={classes.two}>
            <DateText value={finished_at ?? expires_at} />
            {!finished_at && expires_at && (
              <span className={classes.quiet}>
                <TimeLeft until={expires_at} />
              </span>
            )}
          </span>
        ),
        // When it ended follows its status; its page says it.
        onCard: ({ finished_at, expires_at }) =>
          finished_at || !expires_at ? <span aria-hidden>–</span> : <TimeLeft until={expires_at} />,
      },
    ],
    [t],
  );
}
