import { CHARGEBACK_STATUS, type ChargebackRow } from '@daftar/contract/chargebacks';
import { IconEye, IconLifebuoy, IconMessageReply, IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DataTable, type RowAction } from '../../ui/data-table.tsx';
import { ExportRows } from '../../ui/export-rows.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { withSearch } from '../../ui/path.ts';
import { SelectionBar } from '../../ui/selection-bar.tsx';
import { ListFind } from '../../ui/table-search.tsx';
import { useSelection } from '../../ui/use-selection.ts';
import { chargebackPath } from '../paths/chargebacks.ts';
import { newTicketPath } from '../paths/tickets.ts';
import { SavedViews } from '../saved-views/index.ts';
import { useCan, useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { exportChargebacks, prefetchChargebacks, useChargebacks } from './api.ts';
import { useChargebackColumns } from './components/columns.tsx';
import { canAnswer } from './due.ts';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchChargebacks(search);

/** Every field the specification searches by. */
function useFilterFields(): readonly FilterField[] {
  const { t } = useTranslation(['chargebacks', 'messages']);
  return [
    { kind: 'text', name: 'chargeback_name', label: t('column.name') },
    { kind: 'text', name: 'reference', label: t('filter.reference'), ltr: true },
    { kind: 'text', name: 'case_id', label: t('column.caseId'), ltr: true },
    {
      kind: 'select',
      name: 'status',
      label: t('column.status'),
      options: Object.values(CHARGEBACK_STATUS).map((status) => ({
        value: String(status),
        label: t(`messages:chargebackStatus.${status}`),
      })),
    },
    {
      kind: 'select',
      name: 'answer',
      label: t('filter.answer'),
      options: [{ value: 'due', label: t('filter.answer.due') }],
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('column.created') },
    { kind: 'amount', name: 'amount', label: t('column.amount') },
  ];
}

const keyOf = (row: ChargebackRow) => row.id;

/** `/charge-backs`: disputed payments. */
export default function ChargebacksPage() {
  const { t } = useTranslation('chargebacks');
  const can = useCan();
  const may = useMay();
  const { search, counts, query } = useChargebacks();
  const columns = useChargebackColumns();
  const filters = useFilterFields();
  const mayExport = can('export-chargeback');
  const { selection } = useSelection(query.data?.data, keyOf);
  const hasRows = (query.data?.data.length ?? 0) > 0;

  const rowActions = (row: ChargebackRow): RowAction[] => {
    const to = chargebackPath(row.id);
    const support = may('create-ticket')
      ? [
          {
            label: t('action.support'),
            icon: IconLifebuoy,
            to: withSearch(newTicketPath, { chargeback: row.reference }),
          },
        ]
      : [];
    if (!canAnswer(row, Date.now())) return [{ label: t('action.view'), icon: IconEye, to }, ...support];
    const label = row.answer ? t('action.change') : t('action.answer');
    return [{ label, icon: IconMessageReply, to }, ...support];
  };

  return (
    <ListPage
      title={t('list.title')}
      search={search}
      filters={filters}
      views={<SavedViews search={search} fields={filters} />}
      find={<ListFind search={search} name="reference" label={t('find')} />}
      tabs="status"
      counts={counts}
      tools={
        mayExport && (
          <ExportRows
            start={(choice, signal) => exportChargebacks(search, choice, signal)}
            selection={selection}
            fileName="daftar-chargebacks.csv"
            disabled={!hasRows}
          />
        )
      }
    >
      <SelectionBar selection={selection} />
      <DataTable
        caption={t('list.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={keyOf}
        rowName={(row) => row.reference}
        rowHref={(row) => chargebackPath(row.id)}
        rowActions={rowActions}
        {...(mayExport ? { selection } : {})}
        empty={{ icon: IconShieldCheck, title: t('empty.title'), text: t('empty.text') }}
      />
    </ListPage>
  );
}
