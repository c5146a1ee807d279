import { CHARGEBACK_STATUS } from '@daftar/contract/chargebacks';
import { type OpsChargebackRow, opsMoney } from '@daftar/contract/ops-money';
import { Drawer } from '@mantine/core';
import { IconEye, IconGavel, IconReceiptRefund, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../ui/confirm.tsx';
import { type Column, DataTable, type RowAction } from '../../ui/data-table.tsx';
import { DateText } from '../../ui/date.tsx';
import { Facts } from '../../ui/detail-page.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { formatMoney } from '../../ui/format.ts';
import { ListPage } from '../../ui/list-page.tsx';
import { useListSearch } from '../../ui/list-search.ts';
import { useLocale } from '../../ui/locale.ts';
import { Money } from '../../ui/money.tsx';
import { StatusChip, type StatusKind } from '../../ui/status-chip.tsx';
import { call } from '../shared/call.ts';
import { MerchantLink, Reference, useEverywhereColumns, useEverywhereFilters } from '../shared/cells.tsx';
import { act, useListQuery } from '../shared/query.ts';

const KINDS: readonly StatusKind[] = ['pending', 'refund', 'success'];

const transactionPath = (row: OpsChargebackRow) => `/transactions/${row.merchant.id}/${row.transaction_id}`;

function Status({ status }: { status: number }) {
  const { t } = useTranslation('messages');
  return <StatusChip kind={KINDS[status] ?? 'closed'}>{t(`chargebackStatus.${status}`)}</StatusChip>;
}

/** `/ops/chargebacks`: what is disputed, the merchants' answers, and the decisions. */
export default function ChargebacksPage() {
  const { t } = useTranslation(['ops', 'messages']);
  const locale = useLocale();
  const search = useListSearch(opsMoney.chargebacks, 'ops-chargebacks');
  const query = useListQuery(opsMoney.chargebacks, search);
  const { merchant, created } = useEverywhereColumns<OpsChargebackRow>();
  const [shown, setShown] = useState<OpsChargebackRow | null>(null);
  const filters: readonly FilterField[] = [
    { kind: 'text', name: 'reference', label: t('column.reference'), ltr: true },
    {
      kind: 'select',
      name: 'status',
      label: t('column.status'),
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
      header: t('column.reference'),
      card: 'title',
      cell: ({ reference }) => <Reference>{reference}</Reference>,
    },
    merchant,
    {
      id: 'transaction',
      header: t('chargebacks.transaction'),
      minor: true,
      cell: (row) => <Reference to={transactionPath(row)}>{row.transaction_reference}</Reference>,
    },
    {
      id: 'amount',
      header: t('column.amount'),
      align: 'end',
      card: 'value',
      cell: ({ amount }) => <Money amount={amount} />,
    },
    {
      id: 'status',
      header: t('column.status'),
      card: 'chip',
      cell: ({ status }) => <Status status={status} />,
    },
    {
      id: 'answered',
      header: t('chargebacks.answered'),
      cell: ({ answered_at }) =>
        answered_at ? <DateText value={answered_at} style="date" /> : t('chargebacks.notYet'),
    },
    {
      id: 'due_date',
      header: t('chargebacks.due'),
      cell: ({ due_date }) => <DateText value={due_date} style="date" />,
    },
    created,
  ];
  const decide = async (row: OpsChargebackRow, decision: 'apply' | 'withdraw') => {
    const amount = formatMoney(row.amount, 'EGP', locale);
    const agreed = await confirm({
      title: t(`chargebacks.${decision}Title`, { reference: row.reference }),
      text: t(`chargebacks.${decision}Text`, { amount, merchant: row.merchant.name }),
      confirm: t(`chargebacks.${decision}`),
      danger: decision === 'apply',
    });
    if (!agreed) return;
    const endpoint = decision === 'apply' ? opsMoney.applyChargeback : opsMoney.withdrawChargeback;
    await act(() => call(endpoint, { params: { merchantId: row.merchant.id, id: row.id } }));
  };
  const rowActions = (row: OpsChargebackRow): RowAction[] => [
    { label: t('chargebacks.view'), icon: IconEye, onClick: () => setShown(row) },
    ...(row.status === CHARGEBACK_STATUS.pending
      ? [
          {
            label: t('chargebacks.withdraw'),
            icon: IconShieldCheck,
            onClick: () => void decide(row, 'withdraw'),
          },
          {
            label: t('chargebacks.apply'),
            icon: IconGavel,
            danger: true,
            onClick: () => void decide(row, 'apply'),
          },
        ]
      : []),
  ];
  return (
    <ListPage title={t('nav.chargebacks')} search={search} filters={filters}>
      <DataTable
        caption={t('nav.chargebacks')}
        columns={columns}
        query={query}
        search={search}
        rowKey={(row) => row.id}
        rowName={(row) => row.reference}
        rowActions={rowActions}
        empty={{ icon: IconReceiptRefund, title: t('chargebacks.empty') }}
      />
      <Case row={shown} onClose={() => setShown(null)} />
    </ListPage>
  );
}

/** Both sides of one dispute. */
function Case({ row, onClose }: { row: OpsChargebackRow | null; onClose: () => void }) {
  const { t } = useTranslation(['ops', 'common']);
  return (
    <Drawer
      opened={row !== null}
      onClose={onClose}
      position="right"
      size="min(30rem, 100vw)"
      title={row && <bdi>{row.reference}</bdi>}
      closeButtonProps={{ 'aria-label': t('common:close'), size: 40 }}
    >
      {row && (
        <Facts
          facts={[
            { label: t('column.status'), value: <Status status={row.status} /> },
            { label: t('column.amount'), value: <Money amount={row.amount} /> },
            { label: t('column.merchant'), value: <MerchantLink merchant={row.merchant} /> },
            { label: t('transactions.payer'), value: row.name && <bdi>{row.name}</bdi> },
            {
              label: t('chargebacks.transaction'),
              value: <Reference to={transactionPath(row)}>{row.transaction_reference}</Reference>,
            },
            { label: t('chargebacks.due'), value: <DateText value={row.due_date} /> },
            { label: t('chargebacks.decided'), value: row.decided_at && <DateText value={row.decided_at} /> },
            { label: t('chargebacks.reason'), value: <bdi>{row.reason}</bdi>, wide: true },
            {
              label: t('chargebacks.answer'),
              value: row.answer ? (
                <bdi style={{ whiteSpace: 'pre-wrap' }}>{row.answer}</bdi>
              ) : (
                t('chargebacks.notYet')
              ),
              wide: true,
            },
          ]}
        />
      )}
    </Drawer>
  );
}
