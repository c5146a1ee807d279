import type { AuditRow } from '@daftar/contract/audit';
import { IconEye, IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table.tsx';
import { ExportRows } from '../../ui/export-rows.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { ListFind } from '../../ui/table-search.tsx';
import { useOverlay } from '../../ui/use-overlay.ts';
import { SavedViews } from '../saved-views/index.ts';
import type { PageModule } from '../shared/screen.ts';
import { exportAuditLog, prefetchAuditLog, useAuditLog, useChoices } from './api.ts';
import { AuditDrawer } from './components/audit-drawer.tsx';
import { useAuditColumns } from './components/columns.tsx';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchAuditLog(search);

function useFilterFields(): readonly FilterField[] {
  const { t } = useTranslation('audit');
  const choices = useChoices().data?.data;
  return [
    { kind: 'text', name: 'q', label: t('find') },
    {
      kind: 'select',
      name: 'actor',
      label: t('column.actor'),
      options: (choices?.actors ?? []).map(({ actor, name }) => ({
        value: actor,
        label: name ? `${name} (${actor})` : t(`actor.${actor}`, { defaultValue: actor }),
      })),
    },
    {
      kind: 'select',
      name: 'action',
      label: t('column.action'),
      options: (choices?.actions ?? []).map(({ action, name }) => ({ value: action, label: name })),
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('column.at') },
  ];
}

/** `/audit-log`: who did what, when and from where, with what it changed. */
export default function AuditPage() {
  const { t } = useTranslation('audit');
  const { search, query } = useAuditLog();
  const filters = useFilterFields();
  const { shown, open, props } = useOverlay<AuditRow>();
  const columns = useAuditColumns(open);
  return (
    <ListPage
      title={t('list.title')}
      search={search}
      filters={filters}
      views={<SavedViews search={search} fields={filters} />}
      find={<ListFind search={search} name="q" label={t('find')} />}
      findOnPhone={false}
      tools={
        <ExportRows
          start={(choice, signal) => exportAuditLog(search, choice, signal)}
          fileName="daftar-audit-log.csv"
          disabled={(query.data?.data.length ?? 0) === 0}
        />
      }
    >
      <DataTable
        caption={t('list.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => `${row.action_name} ${row.subject}`}
        rowActions={(row) => [{ label: t('view'), icon: IconEye, onClick: () => open(row) }]}
        empty={{ icon: IconHistory, title: t('empty.title'), text: t('empty.text') }}
      />
      {shown && <AuditDrawer row={shown.subject} {...props} />}
    </ListPage>
  );
}
