import { type SettlementRow, STATEMENT_FORMATS } from '@daftar/contract/settlements';
import { IconBuildingBank, IconDownload, IconLifebuoy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, type RowAction } from '../../ui/data-table.tsx';
import { ExportRows } from '../../ui/export-rows.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { withSearch } from '../../ui/path.ts';
import { ListFind } from '../../ui/table-search.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import { newTicketPath } from '../paths/tickets.ts';
import { SavedViews } from '../saved-views/index.ts';
import { useMode } from '../shared/mode.ts';
import { useCan, useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { exportSettlements, prefetchSettlements, useSettlements } from './api.ts';
import { useSettlementColumns } from './components/columns.tsx';
import { NextSettlement } from './components/next-settlement.tsx';
import { SettleNowButton, useMaySettleNow } from './components/settle-now.tsx';
import { useStatement } from './components/use-statement.ts';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchSettlements(search);

function useFilterFields(): readonly FilterField[] {
  const { t } = useTranslation('settlements');
  return [
    { kind: 'text', name: 'reference', label: t('filter.reference'), ltr: true },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('filter.date') },
  ];
}

/** `/settlements`: settlements and their statements. */
export default function SettlementsPage() {
  const { t } = useTranslation(['settlements', 'common']);
  const { search, query } = useSettlements();
  const columns = useSettlementColumns();
  const filters = useFilterFields();
  const isTest = useMode() === 'test';
  const maySettle = useMaySettleNow();
  const can = useCan();
  const mayAsk = useMay()('create-ticket');
  const mayExport = can('export-settlements');
  const save = useStatement();
  // In a table the statement has a column.
  const inMenu = usePhone() && mayExport ? STATEMENT_FORMATS : [];
  const [selected, onChange] = useState<ReadonlySet<number>>(new Set());
  const selection = { selected, onChange };
  return (
    <ListPage
      title={t('list.title')}
      action={maySettle && <SettleNowButton />}
      insights={<NextSettlement />}
      search={search}
      filters={filters}
      views={<SavedViews search={search} fields={filters} />}
      find={<ListFind search={search} name="reference" label={t('find')} />}
      findOnPhone={false}
      tools={
        mayExport && (
          <ExportRows
            start={(choice, signal) => exportSettlements(search, choice, signal)}
            selection={selection}
            fileName="daftar-settlements.csv"
            disabled={query.data?.meta.total === 0}
          />
        )
      }
    >
      <DataTable
        caption={t('list.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.reference}
        {...(inMenu.length > 0 || mayAsk
          ? {
              rowActions: (row: SettlementRow): RowAction[] => [
                ...inMenu.map((format) => ({
                  label: t('download.as', { format: t(`common:export.${format}`) }),
                  icon: IconDownload,
                  onClick: () => void save(row, format),
                })),
                ...(mayAsk
                  ? [
                      {
                        label: t('action.support'),
                        icon: IconLifebuoy,
                        to: withSearch(newTicketPath, { settlement: row.reference }),
                      },
                    ]
                  : []),
              ],
            }
          : {})}
        {...(mayExport ? { selection } : {})}
        empty={{
          icon: IconBuildingBank,
          title: t('empty.title'),
          text: maySettle ? t('empty.testText') : isTest ? t('empty.sandboxText') : t('empty.text'),
        }}
      />
    </ListPage>
  );
}
