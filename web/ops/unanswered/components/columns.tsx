import type { OpsUnansweredRow } from '@daftar/contract/ops-money';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { ReferenceLink, useMoneyColumns } from '../../shared/cells.tsx';
import { paymentPath } from '../../shared/payment-path.ts';

/** The columns of the list. */
export function useUnansweredColumns(): readonly Column<OpsUnansweredRow>[] {
  const { t } = useTranslation(['ops-unanswered', 'ops']);
  const { merchant, amount, created } = useMoneyColumns<OpsUnansweredRow>();
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
      id: 'method',
      header: t('method'),
      cell: ({ payment_method }) => payment_method.name,
    },
    {
      id: 'processor',
      header: t('processor'),
      minor: true,
      cell: ({ processor }) => <bdi>{processor}</bdi>,
    },
    amount,
    { ...created, header: t('since') },
    {
      id: 'unknown_status',
      header: t('unknown'),
      cell: ({ unknown_status }) => unknown_status && <bdi dir="ltr">{unknown_status}</bdi>,
    },
    {
      id: 'asked_at',
      header: t('asked'),
      cell: ({ asked_at }) => <DateText value={asked_at} />,
    },
  ];
}
