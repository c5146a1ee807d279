import { TICKET_PRIORITIES } from '@daftar/contract/ops-tickets';
import { TICKET_STATUS, TICKET_STATUS_TEXTS, TICKET_TYPE } from '@daftar/contract/tickets';
import { Button } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FilterField } from '../../ui/filters.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { useLocale } from '../../ui/locale.ts';
import { StatCards } from '../../ui/stat-card.tsx';
import { textKey } from '../../ui/text-key.ts';
import { useSelection } from '../../ui/use-selection.ts';
import { repliesPath } from '../paths/tickets.ts';
import { useCrossMerchantFilters } from '../shared/cells.tsx';
import { useMay } from '../shared/operator.ts';
import { OpsList } from '../shared/ops-list.tsx';
import { useTicketFigures, useTickets } from './api.ts';
import { BulkTickets } from './components/bulk.tsx';
import { pathOf, useTicketColumns } from './components/columns.tsx';
import { FirstResponse } from './components/status.tsx';
import { useLiveTickets } from './live.ts';

const keyOf = ({ id }: { id: number }) => id;

/** `/ops/tickets`: merchants' tickets, those whose answer is due soonest first. */
export default function QueuePage() {
  const { t } = useTranslation(['ops-tickets', 'ops', 'messages']);
  useLiveTickets();
  const list = useTickets();
  const filters: readonly FilterField[] = [
    { kind: 'text', name: 'ticket_number', label: t('number'), ltr: true },
    {
      kind: 'select',
      name: 'status',
      label: t('ops:column.status'),
      options: Object.values(TICKET_STATUS).map((status) => ({
        value: String(status),
        label: t(textKey('messages:ticketStatus.', String(TICKET_STATUS_TEXTS[status - 1]))),
      })),
    },
    {
      kind: 'select',
      name: 'ticket_type',
      label: t('type'),
      options: Object.values(TICKET_TYPE).map((type) => ({
        value: String(type),
        label: t(`messages:ticketType.${type}`),
      })),
    },
    {
      kind: 'select',
      name: 'assignee',
      label: t('assignee'),
      options: [
        { value: 'me', label: t('mine') },
        { value: 'nobody', label: t('nobodys') },
      ],
    },
    {
      kind: 'select',
      name: 'overdue',
      label: t('due'),
      options: [{ value: '1', label: t('overdue') }],
    },
    {
      kind: 'select',
      name: 'priority',
      label: t('priority'),
      options: TICKET_PRIORITIES.map((each) => ({ value: each, label: t(`priority.${each}`) })),
    },
    ...useCrossMerchantFilters(undefined, 'any'),
  ];
  const columns = useTicketColumns();
  const mayAnswer = useMay()('ops:tickets');
  const { selection, rows } = useSelection(list.query.data?.data, keyOf);
  return (
    <OpsList
      title={t('ops:nav.tickets')}
      action={
        <Button variant="default" component={Link} to={repliesPath}>
          {t('replies')}
        </Button>
      }
      insights={<Figures />}
      list={list}
      find={t('find')}
      filters={filters}
      bulk={mayAnswer && <BulkTickets selection={selection} rows={rows} />}
      {...(mayAnswer ? { selection } : {})}
      columns={columns}
      rowKey={keyOf}
      rowName={(row) => row.ticket_number}
      rowHref={pathOf}
      empty={{ icon: IconHelpCircle, title: t('empty') }}
    />
  );
}

/** How many tickets wait, and the time to the first response. */
function Figures() {
  const { t } = useTranslation(['ops-tickets', 'ops']);
  const locale = useLocale();
  const { data, error, refetch } = useTicketFigures();
  const figures = data?.data;
  return (
    <StatCards
      label={t('figures')}
      count={2}
      isBrief
      stats={
        figures && [
          {
            label: t('waitingCount'),
            value: formatNumber(figures.waiting, locale),
            note: t('overdueCount', { count: figures.overdue }),
          },
          {
            label: t('median'),
            value: <FirstResponse seconds={figures.first_response_seconds} />,
            note: t('medianNote'),
          },
        ]
      }
      error={error}
      onRetry={() => void refetch()}
    />
  );
}
