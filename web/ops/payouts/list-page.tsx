import { type OpsPayoutRow, ReturnPayoutForm } from '@daftar/contract/ops-money';
import { PAYOUT_STATES } from '@daftar/contract/payouts';
import { IconArrowBackUp, IconCash, IconCheck, IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../ui/confirm.tsx';
import type { RowAction } from '../../ui/data-table.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatMoney } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';
import { useOverlay } from '../../ui/use-overlay.ts';
import { useAsk } from '../shared/ask.tsx';
import { useCrossMerchantFilters } from '../shared/cells.tsx';
import { useMay } from '../shared/operator.ts';
import { OpsList } from '../shared/ops-list.tsx';
import { useUnlessWaits, WaitingApprovals } from '../shared/waiting.tsx';
import { handOverPayout, returnPayout, usePayouts } from './api.ts';
import { usePayoutColumns } from './components/columns.tsx';
import { PayoutDrawer } from './components/payout-drawer.tsx';

/** `/ops/payouts`: payouts to be collected, and former ones. */
export default function PayoutsPage() {
  const { t } = useTranslation(['ops-payouts', 'ops', 'messages']);
  const locale = useLocale();
  const list = usePayouts();
  const may = useMay();
  const { ask, dialog } = useAsk();
  const viewing = useOverlay<OpsPayoutRow>();
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'state',
      label: t('ops:column.status'),
      options: PAYOUT_STATES.map((state) => ({ value: state, label: t(`messages:payoutState.${state}`) })),
    },
    ...useCrossMerchantFilters(),
  ];
  const columns = usePayoutColumns();
  const handOver = async (row: OpsPayoutRow) => {
    const agreed = await confirm({
      title: t('handOverTitle', { code: row.code }),
      text: t('handOverText', {
        amount: formatMoney(row.amount, 'EGP', locale),
        merchant: row.merchant.name,
      }),
      confirm: t('handOver'),
    });
    if (!agreed) return;
    await handOverPayout(row);
  };
  const giveBack = (row: OpsPayoutRow) =>
    ask({
      title: t('returnTitle', { code: row.code }),
      text: t('returnText'),
      schema: ReturnPayoutForm,
      fields: [{ name: 'reason', label: t('ops:reason'), kind: 'line' }],
      submit: t('return'),
      danger: true,
      send: (values) => returnPayout(row, values),
    });
  const unlessWaits = useUnlessWaits('payout-return');
  const changes = (row: OpsPayoutRow): RowAction[] =>
    may('ops:payouts') && row.state === 'requested'
      ? [
          { label: t('handOver'), icon: IconCheck, onClick: () => void handOver(row) },
          unlessWaits(`payout:${row.id}`, {
            label: t('return'),
            icon: IconArrowBackUp,
            danger: true,
            onClick: () => giveBack(row),
          }),
        ]
      : [];
  const rowActions = (row: OpsPayoutRow): RowAction[] => [
    { label: t('view'), icon: IconEye, onClick: () => viewing.open(row) },
    ...changes(row),
  ];
  return (
    <OpsList
      title={t('ops:nav.payouts')}
      waiting={<WaitingApprovals kind="payout-return" />}
      list={list}
      find={t('ops:find.payouts')}
      filters={filters}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.code}
      rowActions={rowActions}
      empty={{ icon: IconCash, title: t('empty') }}
    >
      {viewing.shown && <PayoutDrawer row={viewing.shown.subject} {...viewing.props} />}
      {dialog}
    </OpsList>
  );
}
