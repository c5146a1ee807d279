import { IconBuildingBank } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useMode } from '../shared/mode.ts';
import type { PageModule } from '../shared/screen.ts';
import { prefetchSettlements, useSettlements } from './api.ts';
import { useSettlementColumns } from './components/columns.tsx';
import { SettleNowButton, useMaySettleNow } from './components/settle-now.tsx';

export const prefetch: PageModule['prefetch'] = ({ search }) => prefetchSettlements(search);

function useFilterFields(): readonly FilterField[] {
  const { t } = useTranslation('settlements');
  return [
    { kind: 'text', name: 'reference', label: t('filter.reference'), ltr: true },
    { kind: 'days', from: 'date_from', to: 'date_to', label: t('filter.date') },
  ];
}

/** `/settlements`: every transfer to the merchant's bank account, and its statement. */
export default function SettlementsPage() {
  const { t } = useTranslation('settlements');
  const { search, query } = useSettlements();
  const columns = useSettlementColumns();
  const filters = useFilterFields();
  const isTest = useMode() === 'test';
  const maySettle = useMaySettleNow();
  return (
    <ListPage
      title={t('list.title')}
      action={maySettle && <SettleNowButton />}
      search={search}
      filters={filters}
    >
      <DataTable
        caption={t('list.title')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.reference}
        empty={{
          icon: IconBuildingBank,
          title: t('empty.title'),
          text: maySettle ? t('empty.testText') : isTest ? t('empty.sandboxText') : t('empty.text'),
        }}
      />
    </ListPage>
  );
}
