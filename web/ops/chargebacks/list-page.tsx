import { CHARGEBACK_STATUS } from '@daftar/contract/chargebacks';
import { type OpsChargebackRow, opsMoney } from '@daftar/contract/ops-money';
import { IconEye, IconGavel, IconReceiptRefund, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../ui/confirm.tsx';
import { type Column, DataTable, type RowAction } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatMoney } from '../../ui/format.ts';
import { ListPage } from '../../ui/list-page.tsx';
import { useListSearch } from '../../ui/list-search.ts';
import { useLocale } from '../../ui/locale.ts';
import { call } from '../shared/call.ts';
import classes from '../shared/cells.module.css';
import { Reference, useEverywhereFilters, useMoneyColumns } from '../shared/cells.tsx';
import { act, useListQuery } from '../shared/query.ts';
import { Case, ChargebackStatus, transactionPath } from './components/case.tsx';

/** `/ops/chargebacks`: what is disputed, the merchants' answers, and the decisions. */
export default function ChargebacksPage() {
  const { t } = useTranslation(['ops-chargebacks', 'ops', 'messages']);
  const locale = useLocale();
  const search = useListSearch(opsMoney.chargebacks, 'ops-chargebacks');
  const query = useListQuery(opsMoney.chargebacks, search);
  const { merchant, amount, created } = useMoneyColumns<OpsChargebackRow>();
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
    ...useEverywhereFilters(),
  ];
  const columns: readonly Column<OpsChargebackRow>[] = [
    {
      id: 'reference',
      header: t('ops:column.reference'),
      card: 'title',
      cell: (row) => (
        <span className={classes.two}>
          <Reference>{row.reference}</Reference>
          <span className={classes.quiet}>
            <Reference to={transactionPath(row)}>{row.transaction_reference}</Reference>
          </span>
        </span>
      ),
    },
    merchant,
    amount,
    {
      id: 'status',
      header: t('ops:column.status'),
      card: 'chip',
      cell: ({ status }) => <ChargebackStatus status={status} />,
    },
    {
      id: 'answered',
      header: t('answered'),
      cell: ({ answered_at }) => (answered_at ? <DateText value={answered_at} style="date" /> : t('notYet')),
    },
    {
      id: 'due_date',
      header: t('due'),
      cell: ({ due_date }) => <DateText value={due_date} style="date" />,
    },
    created,
  ];
  const decide = async (row: OpsChargebackRow, decision: 'apply' | 'withdraw') => {
    const amount = formatMoney(row.amount, 'EGP', locale);
    const agreed = await confirm({
      title: t(`${decision}Title`, { reference: row.reference }),
      text: t(`${decision}Text`, { amount, merchant: row.merchant.name }),
      confirm: t(`${decision}`),
      danger: decision === 'apply',
    });
    if (!agreed) return;
    const endpoint = decision === 'apply' ? opsMoney.applyChargeback : opsMoney.withdrawChargeback;
    await act(() =>
      call(endpoint, {
        params: { merchantId: row.merchant.id, id: row.id },
        body: { answered_at: row.answered_at },
      }),
    );
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
