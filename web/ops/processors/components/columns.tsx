import type { Discrepancy } from '@daftar/contract/ops-discrepancies';
import type { ClearingRow, NotificationRow, WaitingRefund } from '@daftar/contract/ops-processors';
import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { processorPath } from '../../paths/processors.ts';
import cells from '../../shared/cells.module.css';
import {
  MerchantLink,
  NameLink,
  ReferenceLink,
  useCrossMerchantColumns,
  useMoneyColumns,
} from '../../shared/cells.tsx';
import { paymentPath } from '../../shared/payment-path.ts';
import { NotificationStatus, useNames } from './words.tsx';

/** An account, linked; what has none is the sandbox's. */
function AccountName({ row }: { row: Pick<NotificationRow, 'account' | 'adapter'> }) {
  const names = useNames();
  const { account, adapter } = row;
  if (!account) return <bdi>{names.adapter(adapter)}</bdi>;
  return <NameLink to={processorPath(account.id)}>{account.name}</NameLink>;
}

/** The columns of the notifications. */
export function useNotificationColumns(
  open: (row: NotificationRow) => void,
): readonly Column<NotificationRow>[] {
  const { t } = useTranslation(['ops-processors', 'ops']);
  return [
    {
      id: 'created_at',
      header: t('received'),
      card: 'title',
      skeleton: '8rem',
      cell: (row) => (
        <UnstyledButton className={cells.open} onClick={() => open(row)}>
          <DateText value={row.created_at} />
        </UnstyledButton>
      ),
    },
    {
      id: 'state',
      header: t('ops:column.status'),
      card: 'chip',
      cell: ({ state }) => <NotificationStatus state={state} />,
    },
    { id: 'account', header: t('account'), skeleton: '8rem', cell: (row) => <AccountName row={row} /> },
    {
      id: 'error',
      header: t('error'),
      cell: ({ error }) =>
        error ? (
          <bdi dir="ltr" className={cells.error}>
            {error}
          </bdi>
        ) : (
          <span aria-hidden>–</span>
        ),
    },
  ];
}

/** The columns of what an account owes us by merchant. */
export function useClearingColumns(): readonly Column<ClearingRow>[] {
  const { t } = useTranslation(['ops-processors', 'ops']);
  return [
    {
      id: 'merchant',
      header: t('ops:column.merchant'),
      card: 'title',
      skeleton: '8rem',
      cell: ({ merchant }) => <MerchantLink merchant={merchant} />,
    },
    {
      id: 'amount',
      header: t('clearing'),
      align: 'end',
      card: 'value',
      cell: ({ amount }) => <Money amount={amount} />,
    },
  ];
}

/** The columns of discrepancies that wait for a person. */
export function useDiscrepancyColumns(): readonly Column<Discrepancy>[] {
  const { t } = useTranslation(['ops-processors', 'ops']);
  const { merchant, created } = useCrossMerchantColumns<Discrepancy>();
  return [
    {
      id: 'reference',
      header: t('ops:column.reference'),
      card: 'title',
      cell: (row) => <ReferenceLink to={paymentPath(row)}>{row.reference}</ReferenceLink>,
    },
    {
      id: 'kind',
      header: t('discrepancy.kind'),
      card: 'chip',
      cell: ({ kind }) => <StatusChip kind="pending">{t(`discrepancy.kind.${kind}`)}</StatusChip>,
    },
    merchant,
    {
      id: 'both',
      header: t('discrepancy.both'),
      cell: (row) => (
        <span className={cells.two} data-block>
          <span>
            <AccountName row={row} /> ·{' '}
            <bdi dir="ltr" className={cells.name}>
              {row.said}
            </bdi>
          </span>
          <span className={cells.quiet}>
            {t(`discrepancy.ours.${row.kind}`)} · <DateText value={row.booked_at} style="date" />
            {row.mode === 'test' && ` · ${t('ops:mode.test')}`}
          </span>
        </span>
      ),
    },
    {
      id: 'amount',
      header: t('ops:column.amount'),
      align: 'end',
      card: 'value',
      cell: ({ amount }) => (amount === null ? <span aria-hidden>–</span> : <Money amount={amount} />),
    },
    { ...created, header: t('discrepancy.since') },
  ];
}

/** The columns of refunds that wait for a person. */
export function useRefundColumns(): readonly Column<WaitingRefund>[] {
  const { t } = useTranslation(['ops-processors', 'ops']);
  const { merchant, amount, created } = useMoneyColumns<WaitingRefund>();
  return [
    {
      id: 'reference',
      header: t('ops:column.reference'),
      card: 'title',
      cell: (row) => <ReferenceLink to={paymentPath(row)}>{row.reference}</ReferenceLink>,
    },
    {
      id: 'why',
      header: t('refund.why'),
      card: 'chip',
      cell: ({ why }) => <StatusChip kind="pending">{t(`refund.why.${why}`)}</StatusChip>,
    },
    merchant,
    amount,
    { id: 'account', header: t('account'), cell: (row) => <AccountName row={row} /> },
    created,
  ];
}
