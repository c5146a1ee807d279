import type { OpsRefundRow } from '@daftar/contract/ops-money';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { StatusChip, type StatusKind } from '../../../ui/status-chip.tsx';
import { ReferenceLink, useMoneyColumns } from '../../shared/cells.tsx';
import { paymentPath } from '../../shared/payment-path.ts';

const KINDS: Readonly<Record<OpsRefundRow['state'], StatusKind>> = {
  pending: 'pending',
  succeeded: 'refund',
  failed: 'fail',
  canceled: 'closed',
  reversed: 'fail',
};

/** Where a refund stands. */
export function RefundStatus({ state }: { state: OpsRefundRow['state'] }) {
  const { t } = useTranslation('messages');
  return <StatusChip kind={KINDS[state]}>{t(`refundState.${state}`)}</StatusChip>;
}

/** The columns of the list. */
export function useRefundColumns(): readonly Column<OpsRefundRow>[] {
  const { t } = useTranslation(['ops-refunds', 'ops']);
  const { merchant, amount, created } = useMoneyColumns<OpsRefundRow>();
  return [
    {
      id: 'reference',
      header: t('ops:column.reference'),
      card: 'title',
      skeleton: '7rem',
      cell: (row) => <ReferenceLink to={paymentPath(row)}>{row.reference}</ReferenceLink>,
    },
    merchant,
    {
      id: 'payer',
      header: t('ops:column.payer'),
      skeleton: '7rem',
      cell: ({ customer }) => <bdi>{customer.name || customer.mobile || '–'}</bdi>,
    },
    { id: 'method', header: t('method'), minor: true, plain: true, cell: (row) => row.payment_method.name },
    amount,
    {
      id: 'state',
      header: t('ops:column.status'),
      card: 'chip',
      cell: ({ state }) => <RefundStatus state={state} />,
    },
    created,
  ];
}
