import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import type { OpsRefundRow } from '@daftar/contract/ops-money';
import { OPS_REFUND_STATES } from '@daftar/contract/ops-money-lists';
import { IconCreditCardRefund, IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FilterField } from '../../ui/filters.tsx';
import { useOverlay } from '../../ui/use-overlay.ts';
import { useCrossMerchantFilters } from '../shared/cells.tsx';
import { OpsList } from '../shared/ops-list.tsx';
import { useRefunds } from './api.ts';
import { useRefundColumns } from './components/columns.tsx';
import { RefundDrawer } from './components/refund-drawer.tsx';

/** `/ops/refunds`: the refunds of all merchants. */
export default function RefundsPage() {
  const { t } = useTranslation(['ops-refunds', 'ops', 'messages']);
  const list = useRefunds();
  const viewing = useOverlay<OpsRefundRow>();
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'state',
      label: t('ops:column.status'),
      options: OPS_REFUND_STATES.map((state) => ({
        value: state,
        label: t(`messages:refundState.${state}`),
      })),
    },
    {
      kind: 'select',
      name: 'payment_method_id',
      label: t('method'),
      options: PAYMENT_METHODS.map(({ id, code }) => ({
        value: String(id),
        label: t(`messages:paymentMethod.${code}`),
      })),
    },
    ...useCrossMerchantFilters(),
  ];
  return (
    <OpsList
      title={t('ops:nav.refunds')}
      list={list}
      find={t('ops:find.refunds')}
      filters={filters}
      columns={useRefundColumns()}
      rowKey={(row) => row.id}
      rowName={(row) => `${t('refund')} ${row.reference}`}
      rowActions={(row) => [{ label: t('view'), icon: IconEye, onClick: () => viewing.open(row) }]}
      empty={{ icon: IconCreditCardRefund, title: t('empty') }}
    >
      {viewing.shown && <RefundDrawer row={viewing.shown.subject} {...viewing.props} />}
    </OpsList>
  );
}
