import type { PayoutRow } from '@daftar/contract/payouts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, Reference } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { MoneyFlow } from '../../../ui/money-flow.tsx';
import { OneLine } from '../../../ui/one-line.tsx';
import { payoutPath } from '../../paths/payouts.ts';
import { AccountText } from '../../shared/account-text.tsx';
import { TimeLeft } from '../../shared/time-left.tsx';
import { PayoutStateChip } from '../../status/payouts.tsx';
import { isBack } from '../next-step.ts';

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
        term: 'payout-code',
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
        cell: ({ created_at }) => <DateText value={created_at} />,
        onCard: ({ created_at }) => <DateText value={created_at} style="date" />,
      },
      {
        id: 'people',
        header: t('column.people'),
        sortBy: false,
        minor: 'wide',
        card: 'none',
        share: 22,
        skeleton: '8rem',
        cell: ({ requested_by: asker, approved_by: approver }) => (
          <OneLine
            parts={[
              <bdi key="asker">{asker}</bdi>,
              approver && (
                <>
                  {t('approvedBy')} <bdi>{approver}</bdi>
                </>
              ),
            ]}
          />
        ),
      },
      {
        id: 'bank_account',
        header: t('column.to'),
        sortBy: false,
        plain: true,
        share: 24,
        skeleton: '7rem',
        cell: ({ bank_account: account }) =>
          account === null ? t('byCode') : <AccountText account={account} />,
      },
      {
        id: 'end',
        header: t('column.end'),
        sortBy: false,
        plain: true,
        skeleton: '8rem',
        // Of a code, how long it can still be used says more than the hour, which its page has.
        cell: ({ finished_at, expires_at }) =>
          finished_at || !expires_at ? (
            <DateText value={finished_at ?? expires_at} />
          ) : (
            <OneLine
              parts={[
                <DateText key="day" value={expires_at} style="date" />,
                <TimeLeft key="left" until={expires_at} />,
              ]}
            />
          ),
        // When it ended follows its status; its page says it.
        onCard: ({ finished_at, expires_at }) =>
          finished_at || !expires_at ? <span aria-hidden>–</span> : <TimeLeft until={expires_at} />,
      },
    ],
    [t],
  );
}
