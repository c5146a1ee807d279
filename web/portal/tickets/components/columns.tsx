import { TICKET_TYPE, type TicketRow } from '@daftar/contract/tickets';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Link } from '../../../ui/link.tsx';
import { textKey } from '../../../ui/text-key.ts';
import { ticketPath } from '../../paths/tickets.ts';
import { useCan } from '../../shared/permissions.ts';
import { TicketStatusChip } from '../../status/tickets.tsx';
import classes from './columns.module.css';

/** A ticket's number, linked for those who may read it. */
function TicketLink({ row: { id, ticket_number } }: { row: TicketRow }) {
  const mayOpen = useCan()('view-ticket');
  const number = <bdi className={classes.reference}>{ticket_number}</bdi>;
  if (!mayOpen) return number;
  return (
    <Link to={ticketPath(id)} className={classes.link}>
      {number}
    </Link>
  );
}

/** The columns of the list. */
export function useTicketColumns(): readonly Column<TicketRow>[] {
  const { t } = useTranslation(['tickets', 'messages']);
  return useMemo<readonly Column<TicketRow>[]>(
    () => [
      {
        id: 'ticket_number',
        header: t('column.number'),
        card: 'title',
        skeleton: '7rem',
        cell: (row) => <TicketLink row={row} />,
      },
      {
        id: 'excerpt',
        header: t('column.message'),
        plain: true,
        skeleton: '12rem',
        cell: ({ excerpt }) => (
          <span className={classes.excerpt} dir="auto">
            {excerpt}
          </span>
        ),
      },
      {
        id: 'ticket_type',
        header: t('column.type'),
        plain: true,
        skeleton: '5rem',
        cell: ({ ticket_type }) => t(textKey('messages:ticketType.', ticket_type)),
        // What it is about says its kind: TRX, CHB …
        onCard: ({ ticket_type, reference_id }) =>
          reference_id && ticket_type !== TICKET_TYPE.technicality ? (
            <span aria-hidden>–</span>
          ) : (
            t(textKey('messages:ticketType.', ticket_type))
          ),
      },
      {
        id: 'reference_id',
        header: t('column.reference'),
        plain: true,
        skeleton: '7rem',
        minor: true,
        cell: ({ reference_id }) =>
          reference_id ? <bdi className={classes.reference}>{reference_id}</bdi> : <span aria-hidden>–</span>,
      },
      {
        id: 'status',
        header: t('column.status'),
        card: 'chip',
        skeleton: '5rem',
        cell: ({ status }) => <TicketStatusChip status={status} />,
      },
      {
        id: 'created_at',
        header: t('column.created'),
        skeleton: '8rem',
        cell: ({ created_at }) => <DateText value={created_at} />,
        // Of an answered one, when that was is enough.
        onCard: ({ created_at, last_respond_date }) =>
          last_respond_date ? <span aria-hidden>–</span> : <DateText value={created_at} style="date" />,
      },
      {
        id: 'last_respond_date',
        header: t('column.lastReply'),
        skeleton: '8rem',
        cell: ({ last_respond_date }) =>
          last_respond_date ? <DateText value={last_respond_date} /> : <span aria-hidden>–</span>,
        onCard: ({ last_respond_date }) =>
          last_respond_date ? (
            <DateText value={last_respond_date} style="date" />
          ) : (
            <span aria-hidden>–</span>
          ),
      },
    ],
    [t],
  );
}
