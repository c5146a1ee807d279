import { NOTIFICATION_TOPICS, type NotificationRow } from '@daftar/contract/notifications';
import { Button } from '@mantine/core';
import { IconArchive, IconBellOff, IconSettings } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { Link } from '../../ui/link.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { pathFromServer } from '../paths/from-server.ts';
import { preferencesPath } from '../paths/notifications.ts';
import type { PageModule } from '../shared/screen.ts';
import { prefetchHistory, useArchive, useHistory } from './api.ts';
import classes from './history.module.css';
import { Sentence } from './sentence.tsx';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchHistory(search);

function useFilterFields(): readonly FilterField[] {
  const { t } = useTranslation('notifications');
  return [
    {
      kind: 'select',
      name: 'topic',
      label: t('filter.topic'),
      options: NOTIFICATION_TOPICS.map((topic) => ({ value: topic, label: t(`topic.${topic}`) })),
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
  const { t } = useTranslation('notifications');
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
        sortBy: false,
        skeleton: '6rem',
        cell: ({ topic }) => <span className={classes.whole}>{t(`topic.${topic}`)}</span>,
      },
      {
        id: 'created_at',
        header: t('history.when'),
        skeleton: '8rem',
        cell: (row) => <DateText value={row.created_at} />,
      },
    ],
    [t],
  );
}

/** `/notifications`: everything that this person was told, whether it is still in the bell or not. */
export default function HistoryPage() {
  const { t } = useTranslation('notifications');
  const { search, query } = useHistory();
  const filters = useFilterFields();
  const columns = useColumns();
  const archive = useArchive();
  return (
    <ListPage
      title={t('history.title')}
      search={search}
      filters={filters}
      tabs="state"
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
      <DataTable
        caption={t('history.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.notificationId}
        rowName={(row) => row.content}
        rowActions={(row) =>
          row.is_archived
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
