import { PAYOUT_STATES, type PayoutRow } from '@daftar/contract/payouts';
import { Button } from '@mantine/core';
import { IconCash, IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table.tsx';
import { ExportRows } from '../../ui/export-rows.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { Money } from '../../ui/money.tsx';
import { SelectionBar } from '../../ui/selection-bar.tsx';
import { StatCards } from '../../ui/stat-card.tsx';
import { ListFind } from '../../ui/table-search.tsx';
import { useSelection } from '../../ui/use-selection.ts';
import { prefetchWaiting, WaitingButton } from '../approvals/index.ts';
import { payoutPath } from '../paths/payouts.ts';
import { SavedViews } from '../saved-views/index.ts';
import { useMay } from '../shared/permissions.ts';
import type { PageModule } from '../shared/screen.ts';
import { exportPayouts, prefetchPayouts, useBalanceToPayOut, usePayouts } from './api.ts';
import { usePayoutColumns } from './components/columns.tsx';
import { PayoutPanel } from './components/payout-panel.tsx';

export const prefetch: PageModule['prefetch'] = ({ search }) => {
  prefetchPayouts(search);
  prefetchWaiting();
};

function useFilterFields(): readonly FilterField[] {
  const { t } = useTranslation(['payouts', 'messages']);
  return [
    { kind: 'text', name: 'code', label: t('column.code'), ltr: true },
    {
      kind: 'select',
      name: 'state',
      label: t('filter.state'),
      options: PAYOUT_STATES.map((state) => ({ value: state, label: t(`messages:payoutState.${state}`) })),
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('filter.created') },
  ];
}

const keyOf = (row: PayoutRow) => row.id;

/** `/payouts`: what was paid out of the available balance, and what is being paid out. */
export default function PayoutsPage() {
  const { t } = useTranslation('payouts');
  const { search, counts, query } = usePayouts();
  const columns = usePayoutColumns();
  const filters = useFilterFields();
  const { selection } = useSelection(query.data?.data, keyOf);
  const [isAsking, setAsking] = useState(false);
  const ask = () => setAsking(true);
  const may = useMay();
  return (
    <ListPage
      title={t('list.title')}
      search={search}
      insights={<Available />}
      filters={filters}
      views={<SavedViews search={search} fields={filters} />}
      tabs="state"
      counts={counts}
      find={<ListFind search={search} name="code" label={t('find')} />}
      action={
        <>
          <WaitingButton />
          {may('payout-request-transactions') && (
            <Button leftSection={<IconCash size={16} aria-hidden />} onClick={ask}>
              {t('request.submit')}
            </Button>
          )}
        </>
      }
      tools={
        <ExportRows
          start={(choice, signal) => exportPayouts(search, choice, signal)}
          selection={selection}
          fileName="daftar-payouts.csv"
          disabled={query.data?.meta.total === 0}
        />
      }
    >
      <SelectionBar selection={selection} />
      <DataTable
        caption={t('list.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={keyOf}
        rowName={(row) => row.code}
        rowHref={(row: PayoutRow) => payoutPath(row.id)}
        rowActions={(row) => [{ label: t('action.view'), icon: IconEye, to: payoutPath(row.id) }]}
        selection={selection}
        empty={{ icon: IconCash, title: t('empty.title'), text: t('empty.text') }}
      />
      <PayoutPanel opened={isAsking} onClose={() => setAsking(false)} />
    </ListPage>
  );
}

/** What can be paid out now. */
function Available() {
  const { t } = useTranslation('payouts');
  const { data, error, refetch } = useBalanceToPayOut();
  const stat = data && {
    label: t('sum.available'),
    help: 'available-balance' as const,
    value: <Money amount={data.data.available_balance} />,
    note: t('sum.note'),
  };
  return (
    <StatCards
      label={t('sum.available')}
      count={1}
      stats={stat && [stat]}
      error={error}
      onRetry={() => void refetch()}
      isBrief
    />
  );
}
