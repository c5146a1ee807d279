import { WEBHOOK_EVENT_TYPES } from '@daftar/contract/event-payloads';
import { EVENT_OBJECTS, type EventRow } from '@daftar/contract/events';
import { UnstyledButton } from '@mantine/core';
import { IconBolt, IconEye } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import { ExportRows } from '../../ui/export-rows.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { ListFind } from '../../ui/table-search.tsx';
import { useOverlay } from '../../ui/use-overlay.ts';
import { SavedViews } from '../saved-views/index.ts';
import type { PageModule } from '../shared/screen.ts';
import { exportEvents, prefetchEvents, useEvents } from './api.ts';
import { DeveloperNav } from './components/developer-nav.tsx';
import { EventDrawer } from './components/event-drawer.tsx';
import { EventObject } from './components/event-object.tsx';
import classes from './components/webhooks.module.css';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchEvents(search);

function useFilterFields(): readonly FilterField[] {
  const { t } = useTranslation('webhooks');
  return [
    {
      kind: 'select',
      name: 'type',
      label: t('column.type'),
      options: WEBHOOK_EVENT_TYPES.map((type) => ({ value: type, label: type })),
    },
    {
      kind: 'select',
      name: 'object',
      label: t('events.object'),
      options: EVENT_OBJECTS.map((object) => ({ value: object, label: t(`object.${object}`) })),
    },
    { kind: 'text', name: 'object_id', label: t('events.objectId'), ltr: true },
    { kind: 'text', name: 'message_id', label: 'webhook-id', ltr: true },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('column.created') },
  ];
}

type Row = Parameters<typeof EventObject>[0]['event'];

function useColumns(open: (row: EventRow) => void): readonly Column<Row>[] {
  const { t } = useTranslation('webhooks');
  return useMemo<readonly Column<Row>[]>(
    () => [
      {
        id: 'type',
        header: t('column.type'),
        sortBy: false,
        card: 'title',
        skeleton: '9rem',
        cell: (row) => (
          <UnstyledButton className={classes.open} onClick={() => open(row)}>
            <bdi>{row.type}</bdi>
          </UnstyledButton>
        ),
      },
      {
        id: 'object',
        header: t('events.about'),
        sortBy: false,
        skeleton: '7rem',
        cell: (row) => <EventObject event={row} />,
      },
      {
        id: 'created_at',
        header: t('column.created'),
        skeleton: '8rem',
        cell: ({ created_at }) => <DateText value={created_at} />,
      },
    ],
    [t, open],
  );
}

/** `/account-settings/events`: what happened in the last thirty days, whether or not it was sent anywhere. */
export default function EventsPage() {
  const { t } = useTranslation('webhooks');
  const { search, query } = useEvents();
  const filters = useFilterFields();
  const { shown, open, props } = useOverlay<{ id: number; type: string }>();
  const columns = useColumns(open);
  return (
    <ListPage
      title={t('events.title')}
      insights={<DeveloperNav current="events" />}
      search={search}
      filters={filters}
      views={<SavedViews search={search} fields={filters} />}
      find={<ListFind search={search} name="message_id" label={t('find')} />}
      findOnPhone={false}
      tools={
        <ExportRows
          start={(choice, signal) => exportEvents(search, choice, signal)}
          fileName="daftar-events.csv"
          disabled={query.data?.meta.total === 0}
        />
      }
    >
      <DataTable
        caption={t('events.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => `${row.type} ${row.reference}`}
        rowActions={(row) => [{ label: t('view'), icon: IconEye, onClick: () => open(row) }]}
        empty={{ icon: IconBolt, title: t('events.emptyTitle'), text: t('events.emptyText') }}
      />
      {shown && <EventDrawer id={shown.subject.id} type={shown.subject.type} {...props} />}
    </ListPage>
  );
}
