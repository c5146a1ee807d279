import { type OpsSettlementRow, PaidForm } from '@daftar/contract/ops-money';
import { OPS_SETTLEMENT_STATES } from '@daftar/contract/ops-money-lists';
import { Button } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../ui/confirm.tsx';
import type { RowAction } from '../../ui/data-table.tsx';
import type { FilterField } from '../../ui/filters.tsx';
import { useAsk } from '../shared/ask.tsx';
import { useCrossMerchantFilters } from '../shared/cells.tsx';
import { useMay } from '../shared/operator.ts';
import { OpsList } from '../shared/ops-list.tsx';
import { paySettlement, runSettlements, useSettlements } from './api.ts';
import { useSettlementColumns } from './components/columns.tsx';
import { FromBalance, Transfer } from './components/transfer.tsx';

/** `/ops/settlements`: settlements, and which of them were transferred. */
export default function SettlementsPage() {
  const { t } = useTranslation(['ops-settlements', 'ops']);
  const list = useSettlements();
  const may = useMay();
  const { ask, dialog } = useAsk();
  const filters: readonly FilterField[] = [
    {
      kind: 'select',
      name: 'state',
      label: t('ops:column.status'),
      options: OPS_SETTLEMENT_STATES.map((state) => ({
        value: state,
        label: t(`${state}`),
      })),
    },
    ...useCrossMerchantFilters(),
  ];
  const columns = useSettlementColumns();
  const pay = (row: OpsSettlementRow) =>
    ask({
      title: t('payTitle', { reference: row.reference }),
      text: <Transfer row={row} />,
      schema: PaidForm,
      fields: [{ name: 'bank_reference', label: t('bankReference'), kind: 'line' }],
      submit: t(row.stopped ? 'payAnyway' : 'pay'),
      danger: row.stopped !== null,
      send: (values) =>
        paySettlement(row, { ...values, ...(row.stopped ? { already_transferred: true } : {}) }),
    });
  const payFromBalance = (row: OpsSettlementRow) =>
    ask({
      title: t('balanceTitle', { reference: row.reference }),
      text: <FromBalance row={row} />,
      schema: PaidForm,
      fields: [{ name: 'bank_reference', label: t('bankReference'), kind: 'line' }],
      submit: t('payAnyway'),
      danger: true,
      send: (values) => paySettlement(row, { ...values, already_transferred: true }),
    });
  const run = async () => {
    const agreed = await confirm({
      title: t('runTitle'),
      text: t('runText'),
      confirm: t('run'),
    });
    if (agreed) await runSettlements();
  };
  const rowActions = (row: OpsSettlementRow): RowAction[] => {
    const icon = IconBuildingBank;
    if (row.maybe_transferred) {
      return [{ label: t('payAnyway'), icon, onClick: () => payFromBalance(row) }];
    }
    if (row.paid_at || !row.bank_account) return [];
    return [{ label: t('pay'), icon, onClick: () => pay(row) }];
  };
  return (
    <OpsList
      title={t('ops:nav.settlements')}
      action={may('ops:settlements') && <Button onClick={() => void run()}>{t('run')}</Button>}
      list={list}
      find={t('ops:find.settlements')}
      filters={filters}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.reference}
      {...(may('ops:settlements') ? { rowActions } : {})}
      empty={{ icon: IconBuildingBank, title: t('empty') }}
    >
      {dialog}
    </OpsList>
  );
}
