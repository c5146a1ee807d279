import { TICKET_STATUS, TICKET_STATUS_TEXTS, TICKET_TYPE, type TicketRow } from '@daftar/contract/tickets';
import { Button } from '@mantine/core';
import { IconHelpCircle, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table.tsx';
import { ExportRows } from '../../ui/export-rows.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useLocale } from '../../ui/locale.ts';
import { StatCards } from '../../ui/stat-card.tsx';
import { ListFind } from '../../ui/table-search.tsx';
import { textKey } from '../../ui/text-key.ts';
import { useSelection } from '../../ui/use-selection.ts';
import { newTicketPath, ticketPath } from '../paths/tickets.ts';
import { SavedViews } from '../saved-views/index.ts';
import { useCan, useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { exportTickets, prefetchTickets, useTicketStatistics, useTickets } from './api.ts';
import { BulkTickets } from './components/bulk.tsx';
import { useTicketColumns } from './components/columns.tsx';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchTickets(search);

/** Every field the specification searches by. */
function useFilterFields(): readonly FilterField[] {
  const { t } = useTranslation(['tickets', 'messages']);
  return [
    { kind: 'text', name: 'ticket_number', label: t('column.number'), ltr: true },
    {
      kind: 'select',
      name: 'status',
      label: t('column.status'),
      options: Object.values(TICKET_STATUS).map((status) => ({
        value: String(status),
        label: t(textKey('messages:ticketStatus.', String(TICKET_STATUS_TEXTS[status - 1]))),
      })),
    },
    {
      kind: 'select',
      name: 'ticket_type',
      label: t('column.type'),
      options: Object.values(TICKET_TYPE).map((type) => ({
        value: String(type),
        label: t(`messages:ticketType.${type}`),
      })),
    },
    {
      kind: 'select',
      name: 'waits_for',
      label: t('filter.waits_for'),
      options: [{ value: 'merchant', label: t('filter.waits_for.merchant') }],
    },
    { kind: 'day', name: 'creation', label: t('column.created') },
  ];
}

const keyOf = (row: TicketRow) => row.id;

/** `/support`: the merchant's tickets. */
export default function TicketsPage() {
  const { t } = useTranslation('tickets');
  const can = useCan();
  const may = useMay();
  const { search, counts, query } = useTickets();
  const columns = useTicketColumns();
  const filters = useFilterFields();
  const { selection, rows } = useSelection(query.data?.data, keyOf);
  const create = may('create-ticket') && (
    <Button component={Link} to={newTicketPath} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('list.create')}
    </Button>
  );
  return (
    <ListPage
      title={t('list.title')}
      action={create}
      insights={<Statistics />}
      search={search}
      filters={filters}
      views={<SavedViews search={search} fields={filters} />}
      find={<ListFind search={search} name="ticket_number" label={t('find')} />}
      findOnPhone={false}
      tabs="status"
      counts={counts}
      tools={
        <ExportRows
          start={(choice, signal) => exportTickets(search, choice, signal)}
          selection={selection}
          fileName="daftar-tickets.csv"
          disabled={query.data?.meta.total === 0}
        />
      }
    >
      <BulkTickets selection={selection} rows={rows} />
      <DataTable
        caption={t('list.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={keyOf}
        selection={selection}
        rowName={(row) => row.ticket_number}
        {...(can('view-ticket') ? { rowHref: (row: TicketRow) => ticketPath(row.id) } : {})}
        empty={{ icon: IconHelpCircle, title: t('empty.title'), text: t('empty.text') }}
      />
    </ListPage>
  );
}

function Statistics() {
  const { t } = useTranslation('tickets');
  const locale = useLocale();
  const { data, error, refetch } = useTicketStatistics();
  const total = data?.data.total_tickets;
  return (
    <StatCards
      label={t('statistics.label')}
      count={1}
      isBrief
      stats={
        total === undefined
          ? undefined
          : [{ label: t('statistics.total'), value: formatNumber(total, locale) }]
      }
      error={error}
      onRetry={() => void refetch()}
    />
  );
}
