import type { TicketRow } from '@daftar/contract/tickets';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type BulkAction, BulkActions, fittingActions } from '../../../ui/bulk-actions.tsx';
import type { Selection } from '../../../ui/data-table-parts.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLocale } from '../../../ui/locale.ts';
import { useMay } from '../../shared/permissions.ts';
import { closeTicket, refetchTickets } from '../api.ts';

/** What can be done with many tickets. */
function useActions(): readonly BulkAction<TicketRow>[] {
  const { t } = useTranslation('tickets');
  const locale = useLocale();
  if (!useMay()('view-ticket')) return [];
  return [
    {
      label: t('close.many'),
      icon: IconCheck,
      fits: ({ status }) => status !== 'CLOSED',
      ask: ({ length: count }) => ({
        title: t('close.manyTitle', { count, number: formatNumber(count, locale) }),
        text: t('close.manyText'),
      }),
      act: ({ id }) => closeTicket(id),
      after: refetchTickets,
    },
  ];
}

/** What is done with the selected tickets of the list. */
export function BulkTickets({ selection, rows }: { selection: Selection; rows: readonly TicketRow[] }) {
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
