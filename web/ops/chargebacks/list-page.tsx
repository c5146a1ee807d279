import { CHARGEBACK_STATUS } from '@daftar/contract/chargebacks';
import type { OpsChargebackRow } from '@daftar/contract/ops-money';
import { IconEye, IconGavel, IconReceiptRefund, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../ui/confirm.tsx';
import { DataTable, type RowAction } from '../../ui/data-table.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatMoney } from '../../ui/format.ts';
import { ListPage } from '../../ui/list-page.tsx';
import { useLocale } from '../../ui/locale.ts';
import { useCrossMerchantFilters } from '../shared/cells.tsx';
import { decideChargeback, useChargebacks } from './api.ts';
import { Case } from './components/case.tsx';
import { useChargebackColumns } from './components/columns.tsx';

/** `/ops/chargebacks`: disputes, merchants' responses, and decisions. */
export default function ChargebacksPage() {
  const { t } = useTranslation(['ops-chargebacks', 'ops', 'messages']);
  const locale = useLocale();
  const { search, query } = useChargebacks();
  const [shown, setShown] = useState<OpsChargebackRow | null>(null);
  const filters: readonly FilterField[] = [
    { kind: 'text', name: 'reference', label: t('ops:column.reference'), ltr: true },
    {
      kind: 'select',
      name: 'status',
      label: t('ops:column.status'),
      options: Object.values(CHARGEBACK_STATUS).map((status) => ({
        value: String(status),
        label: t(`messages:chargebackStatus.${status}`),
      })),
    },
    ...useCrossMerchantFilters(),
  ];
  const columns = useChargebackColumns();
  const decide = async (row: OpsChargebackRow, decision: 'apply' | 'withdraw') => {
    const amount = formatMoney(row.amount, 'EGP', locale);
    const agreed = await confirm({
      title: t(`${decision}Title`, { reference: row.reference }),
      text: t(`${decision}Text`, { amount, merchant: row.merchant.name }),
      confirm: t(`${decision}`),
      danger: decision === 'apply',
    });
    if (!agreed) return;
    await decideChargeback(row, decision);
  };
  const rowActions = (row: OpsChargebackRow): RowAction[] => [
    { label: t('view'), icon: IconEye, onClick: () => setShown(row) },
    ...(row.status === CHARGEBACK_STATUS.pending
      ? [
          {
            label: t('withdraw'),
            icon: IconShieldCheck,
            onClick: () => void decide(row, 'withdraw'),
          },
          {
            label: t('apply'),
            icon: IconGavel,
            danger: true,
            onClick: () => void decide(row, 'apply'),
          },
        ]
      : []),
  ];
  return (
    <ListPage title={t('ops:nav.chargebacks')} search={search} filters={filters}>
      <DataTable
        caption={t('ops:nav.chargebacks')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.reference}
        rowActions={rowActions}
        empty={{ icon: IconReceiptRefund, title: t('empty') }}
      />
      <Case row={shown} onClose={() => setShown(null)} />
    </ListPage>
  );
}
