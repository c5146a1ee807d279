import { IconZoomQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useCrossMerchantFilters } from '../shared/cells.tsx';
import { paymentPath } from '../shared/payment-path.ts';
import { useUnanswered } from './api.ts';
import { useUnansweredColumns } from './components/columns.tsx';

/** `/ops/unanswered`: payments whose processor reported no outcome, or a status that is not known. */
export default function UnansweredPage() {
  const { t } = useTranslation(['ops-unanswered', 'ops']);
  const { search, query } = useUnanswered();
  return (
    <ListPage title={t('ops:nav.unanswered')} search={search} filters={useCrossMerchantFilters()}>
      <DataTable
        caption={t('ops:nav.unanswered')}
        columns={useUnansweredColumns()}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.reference}
        rowHref={paymentPath}
        empty={{ icon: IconZoomQuestion, title: t('empty') }}
      />
    </ListPage>
  );
}
