import { NOTIFICATION_TOPICS, type NotificationRow } from '@daftar/contract/notifications';
import { Button } from '@mantine/core';
import { IconArchive, IconBellOff, IconSettings } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type BulkAction, BulkActions } from '../../ui/bulk-actions.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import { ExportRows } from '../../ui/export-rows.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useLocale } from '../../ui/locale.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useSelection } from '../../ui/use-selection.ts';
import { pathFromServer } from '../paths/from-server.ts';
import { preferencesPath } from '../paths/notifications.ts';
import { SavedViews } from '../saved-views/index.ts';
import { useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import {
  archiveOne,
  exportNotifications,
  prefetchHistory,
  refetchNotifications,
  useArchive,
  useHistory,
} from './api.ts';
import classes from './history.module.css';
import { Sentence } from './sentence.tsx';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchHistory(search);

function useFilterFields(): readonly FilterField[] {
  const { t } = useTranslation(['notifications', 'messages']);
  return [
    {
      kind: 'select',
      name: 'topic',
      label: t('filter.topic'),
      options: NOTIFICATION_TOPICS.map((topic) => ({
        value: topic,
        label: t(`messages:notificationTopic.${topic}`),
      })),
    },
    {
      kind: 'select',
      name: 'state',
      label: t('filter.state'),
      options: [
        { value: 'open', label: t('filter.open') },
        { value: 'archived', label: t('filter.archived') },
      ],
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('filter.day') },
  ];
}

function useColumns(): readonly Column<NotificationRow>[] {
  const { t } = useTranslation(['notifications', 'messages']);
  return useMemo<readonly Column<NotificationRow>[]>(
    () => [
      {
        id: 'content',
        header: t('history.what'),
        sortBy: false,
        card: 'title',
        skeleton: '16rem',
        cell: ({ content, href, is_archived: isArchived }) => (
          <span className={classes.sentence}>
            {href ? (
              <Link to={pathFromServer(href)} className={classes.link}>
                <Sentence text={content} />
              </Link>
            ) : (
              <Sentence text={content} />
            )}
            {isArchived && (
              <>
                {' '}
                <StatusChip kind="closed">{t('history.archived')}</StatusChip>
              </>
            )}
          </span>
        ),
      },
      {
        id: 'topic',
        header: t('history.about'),
        plain: true,
        sortBy: false,
        skeleton: '6rem',
        cell: ({ topic }) => (
          <span className={classes.whole}>{t(`messages:notificationTopic.${topic}`)}</span>
        ),
      },
      {
        id: 'created_at',
        header: t('history.when'),
        plain: true,
        skeleton: '8rem',
        cell: (row) => <DateText value={row.created_at} />,
      },
    ],
    [t],
  );
}

const keyOf = (row: NotificationRow) => row.notificationId;

/** What can be done with many notifications. */
function useBulkActions(): readonly BulkAction<NotificationRow>[] {
  const { t } = useTranslation(['notifications', 'messages']);
  const locale = useLocale();
  const mayChange = useMay()(undefined);
  if (!mayChange) return [];
  return [
    {
      label: t('archive'),
      icon: IconArchive,
      fits: (row) => !row.is_archived,
      ask: ({ length: count }) => ({
        title: t('archiveMany', { count, number: formatNumber(count, locale) }),
        text: t('archiveManyText'),
      }),
      act: ({ notificationId }) => archiveOne(notificationId),
      after: refetchNotifications,
    },
  ];
}

/** `/notifications`: everything that this person was told, whether it is still in the bell or not. */
export default function HistoryPage() {
  const { t } = useTranslation(['notifications', 'messages']);
  const { search, counts, query } = useHistory();
  const filters = useFilterFields();
  const columns = useColumns();
  const archive = useArchive();
  const { selection, rows } = useSelection(query.data?.data, keyOf);
  const mayChange = useMay()(undefined);
  const bulk = useBulkActions();
  return (
    <ListPage
      title={t('history.title')}
      search={search}
      filters={filters}
      views={<SavedViews search={search} fields={filters} />}
      tabs="state"
      counts={counts}
      tools={
        <ExportRows
          start={(choice, signal) => exportNotifications(search, choice, signal)}
          selection={selection}
          fileName="daftar-notifications.csv"
          disabled={query.data?.meta.total === 0}
        />
      }
      action={
        <Button
          variant="default"
          component={Link}
          to={preferencesPath}
          leftSection={<IconSettings size={16} aria-hidden />}
        >
          {t('preferences.link')}
        </Button>
      }
    >
      <BulkActions
        selection={selection}
        rows={rows}
        rowKey={keyOf}
        rowName={(row) => row.content}
        actions={bulk}
      />
      <DataTable
        caption={t('history.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={keyOf}
        selection={selection}
        rowName={(row) => row.content}
        rowActions={(row) =>
          row.is_archived || !mayChange
            ? []
            : [
                {
                  label: t('archive'),
                  icon: IconArchive,
                  onClick: () => void archive.run({ params: { notificationId: row.notificationId } }),
                },
              ]
        }
        empty={{ icon: IconBellOff, title: t('history.empty'), text: t('history.emptyText') }}
      />
    </ListPage>
  );
}
