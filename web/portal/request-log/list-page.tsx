import { type ApiRequest, REQUEST_METHODS, REQUEST_OUTCOMES } from '@daftar/contract/request-log';
import { UnstyledButton } from '@mantine/core';
import { IconEye, IconTerminal2 } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import { ExportRows } from '../../ui/export-rows.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ListPage } from '../../ui/list-page.tsx';
import { useLocale } from '../../ui/locale.ts';
import { ListFind } from '../../ui/table-search.tsx';
import { useOverlay } from '../../ui/use-overlay.ts';
import { SavedViews } from '../saved-views/index.ts';
import type { PageModule } from '../shared/screen.ts';
import { DeveloperNav } from '../webhooks/index.ts';
import { exportRequests, prefetchRequests, useRequests, useUsage } from './api.ts';
import { AnswerChip } from './components/answer-chip.tsx';
import { KeyName } from './components/key-name.tsx';
import { MadeObject } from './components/made-object.tsx';
import { RequestDrawer } from './components/request-drawer.tsx';
import classes from './components/request-log.module.css';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchRequests(search);

function useFilterFields(): readonly FilterField[] {
  const { t } = useTranslation('request-log');
  const keys = useUsage().data?.data.keys ?? [];
  return [
    {
      kind: 'select',
      name: 'outcome',
      label: t('column.status'),
      options: REQUEST_OUTCOMES.map((each) => ({ value: each, label: t(`outcome.${each}`) })),
    },
    {
      kind: 'select',
      name: 'method',
      label: t('method'),
      options: REQUEST_METHODS.map((each) => ({ value: each, label: each })),
    },
    {
      kind: 'select',
      name: 'key_id',
      label: t('column.key'),
      options: keys.map(({ key_id, key_name, key_shown }) => ({
        value: String(key_id),
        label: `${key_name || t('ownKey')} ${key_shown}****`,
      })),
    },
    { kind: 'text', name: 'path', label: t('path'), ltr: true },
    { kind: 'text', name: 'request_id', label: 'x-request-id', ltr: true },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('column.created') },
  ];
}

function useColumns(open: (row: ApiRequest) => void): readonly Column<ApiRequest>[] {
  const { t } = useTranslation('request-log');
  const locale = useLocale();
  return useMemo<readonly Column<ApiRequest>[]>(
    () => [
      {
        id: 'path',
        header: t('column.call'),
        sortBy: false,
        card: 'title',
        share: 40,
        skeleton: '12rem',
        cell: (row) => (
          <UnstyledButton className={classes.open} onClick={() => open(row)}>
            <bdi dir="ltr">
              {row.method} {row.path}
            </bdi>
          </UnstyledButton>
        ),
      },
      {
        id: 'status',
        header: t('column.status'),
        sortBy: false,
        card: 'chip',
        skeleton: '5rem',
        cell: ({ status }) => <AnswerChip status={status} />,
      },
      {
        id: 'object',
        header: t('column.made'),
        sortBy: false,
        skeleton: '5rem',
        cell: (row) => <MadeObject request={row} />,
      },
      {
        id: 'key',
        header: t('column.key'),
        sortBy: false,
        minor: true,
        skeleton: '8rem',
        cell: (row) => <KeyName of={row} />,
      },
      {
        id: 'milliseconds',
        header: t('column.time'),
        sortBy: false,
        minor: true,
        align: 'end',
        skeleton: '3rem',
        cell: ({ milliseconds }) => t('milliseconds', { number: formatNumber(milliseconds, locale) }),
      },
      {
        id: 'created_at',
        header: t('column.created'),
        skeleton: '8rem',
        cell: ({ created_at }) => <DateText value={created_at} />,
      },
    ],
    [t, locale, open],
  );
}

/** `/account-settings/requests`: what the merchant's software asked of the API. */
export default function RequestsPage() {
  const { t } = useTranslation(['request-log', 'common']);
  const { search, counts, query } = useRequests();
  const filters = useFilterFields();
  const { shown, open, props } = useOverlay<ApiRequest>();
  const columns = useColumns(open);
  return (
    <ListPage
      title={t('list.title')}
      insights={
        <>
          <DeveloperNav current="requests" />
          <p className={classes.lead}>{t('list.lead')}</p>
        </>
      }
      search={search}
      filters={filters}
      views={<SavedViews search={search} fields={filters} />}
      find={<ListFind search={search} name="path" label={t('find')} />}
      findOnPhone={false}
      tabs="outcome"
      counts={counts}
      tools={
        <ExportRows
          start={(choice, signal) => exportRequests(search, choice, signal)}
          fileName="daftar-request-log.csv"
          disabled={query.data?.meta.total === 0}
        />
      }
    >
      <DataTable
        caption={t('list.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => `${row.method} ${row.path} ${row.status}`}
        rowActions={(row) => [{ label: t('view'), icon: IconEye, onClick: () => open(row) }]}
        empty={{ icon: IconTerminal2, title: t('empty.title'), text: t('empty.text') }}
      />
      {shown && <RequestDrawer request={shown.subject} {...props} />}
    </ListPage>
  );
}
