import { type OpsTicketRow, opsTickets } from '@daftar/contract/ops-tickets';
import { TICKET_STATUS, TICKET_STATUS_TEXTS, TICKET_TYPE } from '@daftar/contract/tickets';
import { IconHelpCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ListPage } from '../../ui/list-page.tsx';
import { useListSearch } from '../../ui/list-search.ts';
import { useLocale } from '../../ui/locale.ts';
import { StatCards } from '../../ui/stat-card.tsx';
import { textKey } from '../../ui/text-key.ts';
import cells from '../shared/cells.module.css';
import { Reference, useEverywhereColumns, useEverywhereFilters, WaitingSince } from '../shared/cells.tsx';
import { queryOf, useListQuery } from '../shared/query.ts';
import { FirstResponse, TicketStatus } from './components/status.tsx';
import { useLiveTickets } from './live.ts';
import classes from './tickets.module.css';

const pathOf = ({ merchant, id }: OpsTicketRow) => `/tickets/${merchant.id}/${id}`;

/** `/ops/tickets`: what merchants ask, longest waiting first. */
export default function QueuePage() {
  const { t } = useTranslation(['ops-tickets', 'ops', 'messages']);
  useLiveTickets();
  const search = useListSearch(opsTickets.list, 'ops-tickets');
  const query = useListQuery(opsTickets.list, search);
  const { merchant, created } = useEverywhereColumns<OpsTicketRow>();
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
    ...useEverywhereFilters(),
  ];
  const columns: readonly Column<OpsTicketRow>[] = [
    {
      id: 'ticket_number',
      header: t('number'),
      card: 'title',
      cell: (row) => <Reference to={pathOf(row)}>{row.ticket_number}</Reference>,
    },
    merchant,
    {
      id: 'message',
      header: t('message'),
      skeleton: '10rem',
      cell: ({ excerpt }) => (
        <span className={classes.excerpt} dir="auto">
          {excerpt}
        </span>
      ),
    },
    {
      id: 'status',
      header: t('ops:column.status'),
      card: 'chip',
      cell: ({ status }) => <TicketStatus status={status} />,
    },
    {
      id: 'waiting_since',
      header: t('waiting'),
      cell: ({ waiting_since }) => (
        <span className={cells.line}>
          <WaitingSince since={waiting_since} />
        </span>
      ),
    },
    {
      id: 'first_response',
      header: t('firstResponse'),
      cell: ({ first_response_seconds }) => (
        <span className={cells.line}>
          <FirstResponse seconds={first_response_seconds} />
        </span>
      ),
    },
    created,
  ];
  return (
    <ListPage title={t('ops:nav.tickets')} insights={<Figures />} search={search} filters={filters}>
      <DataTable
        caption={t('ops:nav.tickets')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.ticket_number}
        rowHref={pathOf}
        empty={{ icon: IconHelpCircle, title: t('empty') }}
      />
    </ListPage>
  );
}

/** What waits, and how fast merchants are answered. */
function Figures() {
  const { t } = useTranslation(['ops-tickets', 'ops']);
  const locale = useLocale();
  const { data, error, refetch } = useQuery(queryOf(opsTickets.figures));
  const figures = data?.data;
  return (
    <StatCards
      label={t('figures')}
      count={4}
      stats={
        figures && [
          { label: t('waitingCount'), value: formatNumber(figures.waiting, locale) },
          { label: t('open'), value: formatNumber(figures.open, locale) },
          { label: t('processing'), value: formatNumber(figures.processing, locale) },
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
