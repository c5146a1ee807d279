import type { OpsTicketRow } from '@daftar/contract/ops-tickets';
import { IconCheck, IconPlayerPlay, IconUserCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type BulkAction, BulkActions, fittingActions } from '../../../ui/bulk-actions.tsx';
import type { Selection } from '../../../ui/data-table-parts.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { useMay, useOperator } from '../../shared/operator.ts';
import { assignOne, closeOne, processOne, refetchAll, useAssignees } from '../api.ts';

const refOf = ({ id, merchant }: OpsTicketRow) => ({ merchantId: merchant.id, id });

/** What can be done with many tickets, by who may answer them. */
function useActions(): readonly BulkAction<OpsTicketRow>[] {
  const { t } = useTranslation('ops-tickets');
  const locale = useLocale();
  const email = useOperator()?.email;
  const me = useAssignees().data?.data.find((each) => each.email === email);
  if (!useMay()('ops:tickets')) return [];
  const words = (count: number) => ({ count, number: formatNumber(count, locale) });
  const isOpen = ({ status }: OpsTicketRow) => status !== 'CLOSED';
  return [
    ...(me
      ? [
          {
            label: t('assignToMe'),
            icon: IconUserCheck,
            fits: (row: OpsTicketRow) => isOpen(row) && row.assignee?.id !== me.id,
            ask: ({ length }: readonly OpsTicketRow[]) => ({
              title: t('assignManyTitle', words(length)),
              text: t('assignManyText'),
            }),
            act: (row: OpsTicketRow) => assignOne(refOf(row), me.id),
            after: refetchAll,
          },
        ]
      : []),
    {
      label: t('process'),
      icon: IconPlayerPlay,
      fits: ({ status }) => status === 'OPEN',
      ask: ({ length }) => ({ title: t('processManyTitle', words(length)), text: t('processManyText') }),
      act: (row) => processOne(refOf(row)),
      after: refetchAll,
    },
    {
      label: t('closeMany'),
      icon: IconCheck,
      danger: true,
      fits: isOpen,
      ask: ({ length }) => ({ title: t('closeManyTitle', words(length)), text: t('closeManyText') }),
      act: (row) => closeOne(refOf(row)),
      after: refetchAll,
    },
  ];
}

/** What is done with the selected tickets of the queue. */
export function BulkTickets({ selection, rows }: { selection: Selection; rows: readonly OpsTicketRow[] }) {
  const actions = useActions();
  return (
    <BulkActions
      selection={selection}
      rows={rows}
      rowKey={(row) => row.id}
      rowName={(row) => row.ticket_number}
      actions={fittingActions(actions, rows)}
    />
  );
}
