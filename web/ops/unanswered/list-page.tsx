import { IconZoomQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCrossMerchantFilters } from '../shared/cells.tsx';
import { OpsList } from '../shared/ops-list.tsx';
import { paymentPath } from '../shared/payment-path.ts';
import { useUnanswered } from './api.ts';
import { useUnansweredColumns } from './components/columns.tsx';

/** `/ops/unanswered`: payments whose processor reported no outcome, or a status that is not known. */
export default function UnansweredPage() {
  const { t } = useTranslation(['ops-unanswered', 'ops']);
  const list = useUnanswered();
  return (
    <OpsList
      title={t('ops:nav.unanswered')}
      list={list}
      find={t('ops:find.payments')}
      filters={useCrossMerchantFilters()}
      columns={useUnansweredColumns()}
      rowKey={(row) => row.id}
      rowName={(row) => row.reference}
      rowHref={paymentPath}
      empty={{ icon: IconZoomQuestion, title: t('empty') }}
    />
  );
}
