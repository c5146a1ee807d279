import type { ApprovalRow } from '@daftar/contract/approvals';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { ApprovalStateChip } from '../../status/approvals.tsx';

/** The columns of the list. */
export function useApprovalColumns(): readonly Column<ApprovalRow>[] {
  const { t } = useTranslation('approvals');
  return useMemo<readonly Column<ApprovalRow>[]>(
    () => [
      {
        id: 'kind',
        header: t('column.kind'),
        card: 'title',
        share: 26,
        skeleton: '6rem',
        cell: ({ kind, transaction_reference: reference }) => (
          <>
            {t(`kind.${kind}`)}
            {reference && (
              <>
                {' '}
                · <bdi dir="ltr">{reference}</bdi>
              </>
            )}
          </>
        ),
      },
      {
        id: 'requested_by',
        header: t('column.requestedBy'),
        share: 18,
        skeleton: '7rem',
        cell: ({ requested_by, mine, by_key }) => {
          if (by_key) return t('byKey', { name: requested_by });
          return mine ? t('you') : <bdi>{requested_by}</bdi>;
        },
      },
      {
        id: 'amount',
        header: t('column.amount'),
        align: 'end',
        card: 'value',
        skeleton: '5rem',
        cell: ({ amount, currency }) =>
          amount > 0 ? <Money amount={amount} currency={currency} /> : <span aria-hidden>–</span>,
      },
      {
        id: 'state',
        header: t('column.state'),
        card: 'chip',
        skeleton: '5rem',
        cell: ({ state }) => <ApprovalStateChip state={state} />,
      },
      {
        id: 'created_at',
        header: t('column.created'),
        skeleton: '8rem',
        cell: ({ created_at }) => <DateText value={created_at} />,
      },
      {
        id: 'decided_by',
        header: t('column.decidedBy'),
        // The request itself says it; a card keeps to three lines.
        card: 'none',
        share: 16,
        skeleton: '7rem',
        cell: ({ decided_by }) => (decided_by ? <bdi>{decided_by}</bdi> : <span aria-hidden>–</span>),
      },
    ],
    [t],
  );
}
