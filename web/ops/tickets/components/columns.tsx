import type { OpsTicketRow } from '@daftar/contract/ops-tickets';
import { IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table.tsx';
import { ticketPath } from '../../paths/tickets.ts';
import cells from '../../shared/cells.module.css';
import { ReferenceLink, useCrossMerchantColumns, WaitingSince } from '../../shared/cells.tsx';
import classes from '../tickets.module.css';
import { DueBy, PriorityChip, TicketStatus } from './status.tsx';

/** The path of a row of the list. */
export const pathOf = ({ merchant, id }: OpsTicketRow) => ticketPath(merchant.id, id);

const NOTHING = <span aria-hidden>–</span>;

/** Whose a ticket is, as colleagues call them: its page has the whole address. */
function Assignee({ email }: { email: string }) {
  return (
    <span className={classes.assignee} title={email}>
      <IconUser size={13} aria-hidden />
      <bdi dir="ltr">{email.slice(0, email.lastIndexOf('@'))}</bdi>
    </span>
  );
}

/** The columns of the list. */
export function useTicketColumns(): readonly Column<OpsTicketRow>[] {
  const { t } = useTranslation(['ops-tickets', 'ops', 'messages']);
  const { merchant, created } = useCrossMerchantColumns<OpsTicketRow>();
  return [
    {
      id: 'ticket_number',
      header: t('number'),
      card: 'title',
      cell: (row) => <ReferenceLink to={pathOf(row)}>{row.ticket_number}</ReferenceLink>,
    },
    merchant,
    {
      id: 'message',
      header: t('message'),
      plain: true,
      share: 30,
      skeleton: '10rem',
      cell: ({ excerpt }) => (
        <span className={classes.excerpt} dir="auto" data-block>
          {excerpt}
        </span>
      ),
    },
    {
      id: 'status',
      header: t('ops:column.status'),
      card: 'chip',
      cell: ({ status, priority }) => (
        <span className={classes.chips}>
          <TicketStatus status={status} />
          <PriorityChip priority={priority} />
        </span>
      ),
    },
    {
      id: 'answer_due_at',
      header: t('due'),
      plain: true,
      cell: ({ answer_due_at, is_overdue }) => <DueBy due={answer_due_at} isOverdue={is_overdue} />,
      onCard: ({ answer_due_at, is_overdue }) =>
        answer_due_at ? (
          <>
            {!is_overdue && (
              <span className={cells.quiet} aria-hidden>
                {t('due')}{' '}
              </span>
            )}
            <DueBy due={answer_due_at} isOverdue={is_overdue} />
          </>
        ) : (
          NOTHING
        ),
    },
    {
      id: 'assignee',
      header: t('assignee'),
      plain: true,
      cell: ({ assignee }) => (assignee ? <Assignee email={assignee.email} /> : t('nobody')),
      onCard: ({ assignee }) => (assignee ? <Assignee email={assignee.email} /> : NOTHING),
    },
    {
      id: 'waiting_since',
      header: t('waiting'),
      card: 'none',
      cell: ({ waiting_since }) =>
        // The answer's due time says that nobody waits.
        waiting_since ? (
          <span className={cells.line}>
            <WaitingSince since={waiting_since} />
          </span>
        ) : (
          NOTHING
        ),
    },
    // Beside how long they wait it says little, and a laptop has no room for it.
    { ...created, minor: 'wide', card: 'none' },
  ];
}
